import { describe, expect, it } from 'vitest';
import { SUITE_CODES } from './codes.ts';

describe('the codes of suites', () => {
  it('are public: only ever added to', () => {
    expect(Object.keys(SUITE_CODES).sort()).toEqual([
      'SUITE_CATALOG',
      'SUITE_CERTIFY',
      'SUITE_DUPLICATE_KEY',
      'SUITE_DUPLICATE_KEYED_SCORER',
      'SUITE_DUPLICATE_NAME',
      'SUITE_EMPTY',
      'SUITE_EMPTY_CLASS',
      'SUITE_GATE_OPERATOR',
      'SUITE_GATE_QA',
      'SUITE_GATE_UNIT',
      'SUITE_MISSING_KEY',
      'SUITE_MODEL',
      'SUITE_MORE',
      'SUITE_NEUTRAL_EXPECTED',
      'SUITE_OVERLAPPING_CLASSES',
      'SUITE_PATH_OUTSIDE',
      'SUITE_QUOTE_THIS',
      'SUITE_REGEX',
      'SUITE_TOO_LARGE',
      'SUITE_TYPE',
      'SUITE_UNKNOWN_AGENT',
      'SUITE_UNKNOWN_CLASS',
      'SUITE_UNKNOWN_KEY',
      'SUITE_UNKNOWN_MARKER',
      'SUITE_UNKNOWN_METRIC',
      'SUITE_UNSUPPORTED',
      'SUITE_VALUE',
      'TEMPLATE_PATH',
      'TEMPLATE_SYNTAX',
      'YAML_ALIAS',
      'YAML_DEPTH',
      'YAML_DOCUMENTS',
      'YAML_SYNTAX',
      'YAML_TAG',
    ]);
  });
});
