import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { noteNames } from './plain-names.ts';
import { SECRETS_ONLY, withKnown } from './policy.ts';
import { redactNames } from './redact-names.ts';

const KEY = 'sk-0123456789abcdef0123456789abcdef';
const TEXTS = [
  KEY,
  `${KEY}\n`,
  `x${KEY}`,
  'ghp_0123456789abcdef0123456789abcdef0123',
  'hunter "2" \\ of 2',
  '\ud800hunter-22',
  'evidence',
  '0123456789abcdef',
  'get_order_status',
  'a/b.jsonl:17',
  '',
];
const POLICIES = [
  SECRETS_ONLY,
  withKnown(SECRETS_ONLY, ['hunter "2" \\ of 2']),
  withKnown(SECRETS_ONLY, ['evidence']),
  { pii: false, known: ['\ud800hunter', 'order'] },
];

const { value: VALUES } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...TEXTS),
    fc.string(),
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...TEXTS), tie('value'), { maxKeys: 3 }),
  ),
}));

it('replaces the same in data whose text was looked at', () => {
  fc.assert(
    fc.property(VALUES, fc.constantFrom(...POLICIES), (value, policy) => {
      const noted = { names: value };
      noteNames(noted, JSON.stringify(noted));
      expect(redactNames(noted, policy)).toEqual(redactNames({ names: value }, policy));
    }),
    { numRuns: 2000 },
  );
});

it('finds a key in data that was looked at, and a name that contains a known secret', () => {
  const evidence = { where: `${KEY}.jsonl:1`, calls: [{ tool: 'ask hunter-22' }] };
  noteNames(evidence, JSON.stringify(evidence));
  const clean = redactNames({ evidence }, withKnown(SECRETS_ONLY, ['hunter-22']));
  expect(clean).toEqual({
    evidence: { where: '[redacted].jsonl:1', calls: [{ tool: 'ask [redacted]' }] },
  });
});

it('returns the same object where nothing is replaced', () => {
  const report = { evidence: { where: 'a.jsonl:1', calls: [{ tool: 'find' }] } };
  expect(redactNames(report, SECRETS_ONLY)).toBe(report);
});
