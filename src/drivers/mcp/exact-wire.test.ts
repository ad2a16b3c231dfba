import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson } from '#core';
import { markNumbers, readNumbers, unmarkNumbers, writeNumbers } from './exact-wire.ts';

const roundTrip = (text: string): string =>
  stringifyJson(unmarkNumbers(JSON.parse(readNumbers(text))));

describe('numbers that no double holds', () => {
  it('pass a client that reads and writes doubles', () => {
    const text =
      '{"a":[9007199254740993,-12345678901234567,1.5],"b":{"c":0.12345678901234567890123}}';
    expect(stringifyJson(unmarkNumbers(JSON.parse(readNumbers(text))))).toBe(
      '{"a":[9007199254740993,-12345678901234567,1.5],"b":{"c":12345678901234567890123e-23}}',
    );
  });

  it('are written without an exponent where servers may read none', () => {
    const parsed = parseJson('[12345678901234567890, -12345678901234567.25]');
    if (!parsed.ok) throw new Error('not JSON');
    expect(writeNumbers(JSON.stringify(markNumbers(parsed.value)))).toBe(
      '[12345678901234567890,-12345678901234567.25]',
    );
  });

  it('are not looked for in strings', () => {
    const text = String.raw`{"9007199254740993":"\"9007199254740993\\","x":"9007199254740993 \\\" 9007199254740993"}`;
    expect(readNumbers(text)).toBe(text);
  });

  it('change nothing in any other JSON, and what is torn stays torn', () => {
    assert(
      property(jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(roundTrip(text))).toEqual(JSON.parse(text));
      }),
    );
    for (const torn of ['{"a":9007199254740993', '"open 9007199254740993', '9007199254740993"'])
      expect(() => JSON.parse(readNumbers(torn))).toThrow(SyntaxError);
  });
});
