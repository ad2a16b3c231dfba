import { expect, it } from 'vitest';
import { parseJson } from '#core';
import { parseAgain } from './parse-again.ts';

const TEXTS: readonly string[] = [
  '{"town":"Bonn","days":1}',
  '{"town":"Bonn","town":"Kiel"}',
  '{"id":12345678901234567890,"part":1.0}',
  '{"town":"Bo',
  '',
  `{"text":"${'long '.repeat(1_000)}"}`,
  `{"text":"${'long '.repeat(1_000)}`,
];

it('parses a text like any other, the first time and again', () => {
  for (let round = 0; round < 2; round++)
    for (const text of TEXTS) expect(parseAgain(text)).toEqual(parseJson(text));
});

it('keeps the right value for each of more texts than it can keep', () => {
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 5_000; i++) {
      const parsed = parseAgain(`{"days":${i}}`);
      expect(parsed.ok && parsed.value).toEqual({ days: i });
    }
});

it('returns the same value for a text that comes again', () => {
  const text = '{"town":"Ulm"}';
  const again = ['{"town":', '"Ulm"}'].join('');
  expect(parseAgain(again)).toBe(parseAgain(text));
});
