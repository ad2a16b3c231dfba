import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';
import { readNumber } from './read-number.ts';
import { readText } from './read-text.ts';
import { durationMs, readMs, readTime } from './read-time.ts';
import { readTools } from './read-tools.ts';

describe('arguments', () => {
  it.each([
    ['an object', { a: 1 }, { state: 'parsed', value: { a: 1 } }],
    ['JSON text', '{"a":1}', { state: 'parsed', value: { a: 1 } }],
    ['JSON text in JSON text', '"{\\"a\\":1}"', { state: 'parsed', value: { a: 1 } }],
    ['nothing', undefined, { state: 'absent' }],
    ['null', null, { state: 'absent' }],
    ['null in text', 'null', { state: 'absent' }],
    ['empty text', '', { state: 'absent' }],
    ['the repr of another language', "{'a': 1}", { state: 'unparsed', text: "{'a': 1}" }],
    ['text that breaks off', '{"a":', { state: 'unparsed', text: '{"a":' }],
    ['a list', [1], { state: 'unparsed', text: '[1]' }],
    ['a list in text', '[1]', { state: 'unparsed', text: '[1]' }],
    ['a key twice', '{"a":1,"a":2}', { state: 'unparsed', text: '{"a":1,"a":2}' }],
  ])('that are %s', (_, recorded, expected) => {
    const { value, problem } = readArguments(recorded);
    expect(value).toEqual(expected);
    expect(problem === null).toBe(expected.state !== 'unparsed');
  });
});

describe('times', () => {
  it.each([
    ['nanoseconds in text', '1767225600000000000', '2026-01-01T00:00:00.000Z'],
    ['microseconds', 1_767_225_600_000_000, '2026-01-01T00:00:00.000Z'],
    ['milliseconds', 1_767_225_600_000, '2026-01-01T00:00:00.000Z'],
    ['seconds with a fraction', 1_767_225_600.25, '2026-01-01T00:00:00.250Z'],
    ['a zone', '2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
    ['no zone, which is UTC everywhere', '2026-01-01T00:00:00.123456', '2026-01-01T00:00:00.123Z'],
    ['a blank instead of the T', '2026-01-01 00:00:00', '2026-01-01T00:00:00.000Z'],
  ])('with %s', (_, value, expected) => {
    expect(readTime(value)).toBe(expected);
  });

  it.each([
    0,
    -1,
    'soon',
    '2026-13-01T00:00:00Z',
    null,
    undefined,
    {},
    '+275761-01-01',
    Number.NaN,
  ])('that are none stay unknown: %s', (value) => {
    expect(readTime(value)).toBeUndefined();
  });

  it('are what the calendar of the runtime makes of them, with and without fraction and zone', () => {
    const from = Date.UTC(1971, 0, 2);
    const moment = fc.integer({ min: from, max: Date.UTC(2999, 0, 1) });
    const spelled = fc.record({
      moment,
      places: fc.nat(9),
      tail: fc.nat(999_999),
      zone: fc.boolean(),
    });
    fc.assert(
      fc.property(spelled, ({ moment: ms, places, tail, zone }) => {
        const expected = new Date(ms).toISOString();
        const fraction = `${expected.slice(20, 23)}${String(tail).padStart(6, '0')}`.slice(
          0,
          places,
        );
        const text = `${expected.slice(0, 19)}${places === 0 ? '' : `.${fraction}`}${zone ? 'Z' : ''}`;
        const precise = Date.parse(`${expected.slice(0, 19)}Z`) + Number(`0.${fraction}0`) * 1000;
        expect(readMs(text, 'guess')).toBe(precise);
        expect(readTime(text)).toBe(new Date(precise).toISOString());
      }),
    );
  });

  it('give a duration, unless they run backwards', () => {
    expect(durationMs('1767225600000000000', '1767225600300000000')).toBe(300);
    expect(durationMs(5, 3)).toBeUndefined();
    expect(durationMs(5, null)).toBeUndefined();
  });
});

describe('the tools on offer', () => {
  const schema = { type: 'object' };
  it.each([
    ['OpenAI, nested', [{ type: 'function', function: { name: 'a', parameters: schema } }]],
    ['OpenAI, flat', [{ type: 'function', name: 'a', parameters: schema }]],
    ['Anthropic', [{ name: 'a', input_schema: schema }]],
    ['MCP', [{ name: 'a', inputSchema: schema }]],
    ['AI SDK', [{ type: 'function', name: 'a', inputSchema: { jsonSchema: schema } }]],
    ['Gemini', [{ functionDeclarations: [{ name: 'a', parametersJsonSchema: schema }] }]],
    ['JSON text', JSON.stringify([{ name: 'a', input_schema: schema }])],
    ['a list of JSON texts', [JSON.stringify({ name: 'a', parameters: JSON.stringify(schema) })]],
  ])('are read as %s writes them', (_, tools) => {
    expect(readTools(tools)).toEqual([
      { server: null, name: 'a', description: null, inputSchema: schema, cost: null },
    ]);
  });

  it('may be names alone, and an entry that cannot be read has none', () => {
    expect(readTools(['a', 'b', 7, {}]).map(({ name }) => name)).toEqual(['a', 'b', '', '']);
  });
});

describe('the text of a message', () => {
  it('is its text parts, without thoughts and pictures', () => {
    expect(readText('plain')).toBe('plain');
    expect(
      readText([
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'a' },
        { type: 'output_text', text: 'b' },
        { type: 'text', content: 'c' },
        { text: 'd' },
        { type: 'image', text: 'no' },
        null,
      ]),
    ).toBe('a\nb\nc\nd');
    expect(readText(undefined)).toBe('');
  });
});

describe('amounts', () => {
  it.each([
    ['a number', 0.5, 0.5],
    ['decimal text', '0.0004', 0.0004],
    ['text with an exponent', '1e-7', 1e-7],
    ['nothing', undefined, null],
    ['less than nothing', -1, null],
    ['words', '5 dollars', null],
    ['more than doubles hold', '1e999', null],
  ])('from %s', (_, value, expected) => {
    expect(readNumber(value)).toBe(expected);
  });
});
