import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { type ImportedRows, importRows } from './import-rows.ts';

const of = (config: JsonObject): ImportedRows => importRows([config], null);
const item = (test: JsonObject): ImportedRows => of({ prompts: ['{{q}}'], tests: [test] });
const calls = (...names: string[]): JsonObject[] => names.map((tool) => ({ tool }));

describe('the label of a promptfoo test', () => {
  it('comes from the test before it comes from defaultTest', () => {
    const { rows, lost } = of({
      defaultTest: { assert: [{ type: 'tool-call-f1', value: ['usual'] }] },
      tests: [
        { vars: { q: 'a' } },
        { vars: { q: 'b' }, assert: [{ type: 'tool-call-f1', value: ['own'] }] },
        { vars: { q: 'c' }, options: { disableDefaultAsserts: true } },
      ],
    });
    expect(rows).toEqual([
      { input: 'a', expected_calls: calls('usual') },
      { input: 'b', expected_calls: calls('own') },
      { input: 'c' },
    ]);
    expect(lost).toEqual(new Map([['tool-call-f1', 1]]));
  });

  it('is found in a set of assertions', () => {
    const inner = [{ type: 'trajectory:tool-used', value: { name: 'a' } }];
    const { rows } = item({ vars: { q: 'x' }, assert: [{ type: 'assert-set', assert: inner }] });
    expect(rows).toEqual([{ input: 'x', expected_calls: calls('a') }]);
  });

  it.each([
    ['{{ tool }}, b', { tool: 'a' }, calls('a', 'b')],
    [['{{tool}}'], { tool: 'a' }, calls('a')],
    ['{{ missing }}', { tool: 'a' }, undefined],
    ['{{ tool | upper }}', { tool: 'a' }, undefined],
    ['{% if x %}a{% endif %}', { tool: 'a' }, undefined],
    ['{{ __proto__ }}', { tool: 'a' }, undefined],
    ['{{ tool }}', { tool: '{{ tool }}' }, undefined],
    ['file://tools.json', { tool: 'a' }, undefined],
  ])('fills in variables and reads no other template: %s', (value, vars, expected) => {
    const { rows } = item({ vars, assert: [{ type: 'tool-call-f1', value }] });
    expect(rows[0]?.expected_calls).toEqual(expected);
  });

  it.each([
    { type: 'javascript', value: 'output.includes("a")' },
    { type: 'is-valid-openai-tools-call' },
    { type: 'not-tool-call-f1', value: ['a'] },
    { type: 'trajectory:tool-used', value: { name: 'a', max: 0 } },
    { type: 'trajectory:tool-used', value: { pattern: 'a*' } },
  ])('is not guessed from $type', (assertion) => {
    const { rows, unlabelled, lost } = item({ vars: { q: 'x' }, assert: [assertion] });
    expect({ rows, unlabelled }).toEqual({ rows: [{ input: 'x' }], unlabelled: 1 });
    expect(lost).toEqual(new Map([[assertion.type, 1]]));
  });

  it('does not come from an assertion without a type', () => {
    const { lost } = item({ vars: { q: 'x' }, assert: [{ $ref: '#/assertionTemplates/a' }, 'x'] });
    expect(lost).toEqual(new Map([['(no type)', 2]]));
  });
});

describe('the variables of a promptfoo test', () => {
  it('stand over those of defaultTest', () => {
    const { rows } = of({
      defaultTest: { vars: { lang: 'en', q: 'x' } },
      tests: [{ vars: { q: 'y' } }, { assert: [] }],
    });
    expect(rows.map(({ input }) => input)).toEqual([
      { lang: 'en', q: 'y' },
      { lang: 'en', q: 'x' },
    ]);
  });

  it('make a row of every combination of texts, and none of other lists', () => {
    const { rows } = item({ vars: { a: ['1', '2'], b: ['3', '4'], c: [5, 6] } });
    expect(rows.map(({ input }) => input)).toEqual([
      { a: '1', b: '3', c: [5, 6] },
      { a: '1', b: '4', c: [5, 6] },
      { a: '2', b: '3', c: [5, 6] },
      { a: '2', b: '4', c: [5, 6] },
    ]);
  });

  it('do not make more combinations than can be meant', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `v${i}`);
    expect(() => item({ vars: { a: many, b: many, c: many } })).toThrow('10000 combinations');
  });
});

describe('what is in another file', () => {
  it.each<[string, JsonObject]>([
    ['all tests', { prompts: [], tests: 'file://t.csv' }],
    ['some tests', { tests: [{ vars: { q: 'x' } }, 'file://t.csv'] }],
    ['tests that a program makes', { prompts: [], tests: [{ path: 'file://t.csv' }] }],
    ['what tests have in common', { defaultTest: 'file://t.csv', tests: [] }],
    ['a variable', { tests: [{ vars: { q: 'file://t.csv' } }] }],
    ['one of several values', { tests: [{ vars: { q: ['a', 'file://t.csv'] } }] }],
    ['all variables', { tests: [{ vars: 'file://t.csv', assert: [] }] }],
  ])('is refused by name: %s', (_, config) => {
    expect(() => of(config)).toThrow('not read: file://t.csv');
  });

  it('is listed up to a few', () => {
    const tests = Array.from({ length: 9 }, (_, i) => `file://${i}`);
    expect(() => of({ prompts: [], tests })).toThrow('file://4 and 4 more');
  });
});

it('tells that scenarios are left out', () => {
  const { lost } = of({ tests: [{ vars: { q: 'x' } }], scenarios: [{ config: [] }] });
  expect(lost).toEqual(new Map([['scenarios', 1]]));
});

it('does not take a suite of ours for a configuration', () => {
  expect(of({ tests: [{ name: 'a', traces: 't.jsonl' }] }).from).toBe('rows');
});
