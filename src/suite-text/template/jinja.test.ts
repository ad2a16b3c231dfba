import { Template as JinjaTemplate } from '@huggingface/jinja';
import type { JsonObject } from '#core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from './template.ts';

const ROW = {
  text: 'find, then read',
  words: ['b', 'a', 'b'],
  numbers: [3, 1, 2],
  tools: [
    { name: 'search', kind: 'web', cost: 2, required: true },
    { name: 'get', kind: 'web', cost: 1, required: false },
    { name: 'exec', kind: 'shell', cost: 9 },
  ],
  map: { a: 1, b: 2 },
  n: 7,
  empty: [],
  nothing: null,
};

function render(source: string, row: JsonObject = ROW): unknown {
  const parsed = parseTemplate(source);
  if (!parsed.ok) throw new Error(`${parsed.message} at ${parsed.offset}`);
  return parsed.template.render(row);
}

/** An independent implementation of Jinja. */
function oracle(expression: string): unknown {
  return JSON.parse(new JinjaTemplate(`{{ (${expression}) | tojson }}`).render({ sample: ROW }));
}

describe('expressions that people write', () => {
  it.each<[string, unknown]>([
    ["sample.tools | selectattr('required') | map(attribute='name') | list", ['search']],
    [
      "sample.tools | selectattr('kind', 'equalto', 'web') | map(attribute='name')",
      ['search', 'get'],
    ],
    ["sample.tools | rejectattr('kind', 'equalto', 'web') | map(attribute='name')", ['exec']],
    ["sample.tools | selectattr('cost', 'gt', 1) | map(attribute='name')", ['search', 'exec']],
    ["sample.tools | selectattr('kind', 'in', ['shell']) | map(attribute='name')", ['exec']],
    ["sample.tools | selectattr('required', 'defined') | list | length", 2],
    ["sample.words + ['c']", ['b', 'a', 'b', 'c']],
    ['[sample.words[0]] + sample.numbers[1:]', ['b', 1, 2]],
    ['sample.words[-1]', 'b'],
    ['sample.words[:2]', ['b', 'a']],
    ["sample.text.split(', ')", ['find', 'then read']],
    ["sample.text | split(', ') | last", 'then read'],
    ['sample.text | upper', 'FIND, THEN READ'],
    ["sample.text | replace('find', 'search')", 'search, then read'],
    ["sample.words | unique | sort | join('-')", 'a-b'],
    ['sample.words | reject("equalto", "b") | list', ['a']],
    ['sample.words | select("in", ["a", "z"]) | list', ['a']],
    ["sample.words | map('upper') | list", ['B', 'A', 'B']],
    ['sample.numbers | sort(reverse=true)', [3, 2, 1]],
    ['sample.numbers | sum', 6],
    ['sample.numbers | max - sample.numbers | min', 2],
    ["sample.tools | sum(attribute='cost')", 12],
    ["sample.tools | map(attribute='required', default=false) | list", [true, false, false]],
    [
      'sample.map.items()',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    ["'a' in sample.words and 'z' not in sample.words", true],
    ["'then' in sample.text", true],
    ["'a' in sample.map", true],
    ['sample.n if sample.n > 5 else 0', 7],
    ["['none'] if sample.empty else ['some']", ['some']],
    ['sample.n is odd', true],
    ['sample.n is divisibleby 7', true],
    ['sample.n is divisibleby(2)', false],
    ['sample.missing is defined', false],
    ['sample.nothing is none', true],
    ['sample.missing is not defined and sample.n is number', true],
    ['1 < sample.n <= 7', true],
    ['not sample.empty', true],
    ["sample.text ~ '!' ~ sample.n", 'find, then read!7'],
    ['2 + 3 * 4 - 6 / 2', 11],
    ['sample.n // 2', 3],
    ['-sample.n % 4', 1],
    ['(1 + 2) * 3', 9],
    ['sample.missing or sample.n', 7],
    ['sample.missing | default(sample.n)', 7],
    ["sample.empty | default(['x'], true)", ['x']],
    ["{ 'tool': sample.words[0], 'args': {} }", { tool: 'b', args: {} }],
    ["[{ 'tool': 'get', 'args': { 'n': sample.n } }]", [{ tool: 'get', args: { n: 7 } }]],
    ['sample.tools.0.name', 'search'],
    ["sample.n | string ~ 'x'", '7x'],
    ["'12' | int + 1", 13],
  ])('%s', (expression, value) => {
    expect(render(`{{ ${expression} }}`)).toEqual(value);
  });

  it('drops blanks as {{- and -}} say', () => {
    expect(render('a  {{- sample.n -}}  b')).toBe('a7b');
    expect(render('{{- sample.words -}}')).toEqual(['b', 'a', 'b']);
  });

  it.each([
    ["{{ sample.n + 'x' }}", '+ cannot add a number and text'],
    ['{{ sample.n / 0 }}', 'divides by zero'],
    ['{{ sample.n | upper }}', 'upper needs text, not a number'],
    ['{{ sample.words < 1 }}', '< cannot compare a list with a number'],
    ["{{ sample.text | split('') }}", 'split needs a separator that is not empty'],
  ])('%s says what is wrong', (source, message) => {
    expect(() => render(source)).toThrow(message);
  });

  it('agrees with another implementation of Jinja', () => {
    const number = fc.constantFrom(
      'sample.n',
      '2',
      '3',
      '(sample.numbers | length)',
      'sample.numbers[0]',
    );
    const list = fc.constantFrom(
      'sample.words',
      "['a', 'z']",
      'sample.empty',
      "sample.tools | rejectattr('kind', 'equalto', 'web') | map(attribute='kind') | list",
      "sample.tools | map(attribute='name') | list",
    );
    const sum = fc
      .tuple(number, fc.constantFrom('+', '-', '*'), number)
      .map((parts) => parts.join(' '));
    const truth = fc.oneof(
      fc
        .tuple(sum, fc.constantFrom('<', '<=', '==', '!=', '>', '>='), sum)
        .map((parts) => parts.join(' ')),
      fc
        .tuple(fc.constantFrom("'a'", "'get'"), fc.constantFrom('in', 'not in'), list)
        .map(([a, op, b]) => `${a} ${op} (${b})`),
    );
    const expression = fc.oneof(
      sum,
      truth,
      fc.tuple(truth, fc.constantFrom('and', 'or'), truth).map((parts) => parts.join(' ')),
      fc.tuple(list, truth, list).map(([a, b, c]) => `(${a}) if ${b} else (${c})`),
      fc.tuple(list, list).map(([a, b]) => `(${a}) + (${b})`),
      fc
        .tuple(list, fc.constantFrom('length', 'first', "join(',')", 'list'))
        .map(([a, f]) => `(${a}) | default([]) | ${f}`),
    );
    fc.assert(
      fc.property(expression, (source) => {
        const ours = render(`{{ ${source} }}`);
        fc.pre(ours !== undefined);
        expect(ours).toEqual(oracle(source));
      }),
      { numRuns: 500 },
    );
  });

  it('ends soon, whatever is asked for', () => {
    const row = { list: Array.from({ length: 100_000 }, (_, i) => i) };
    const wide = `{{ ${Array.from({ length: 40 }, () => 'sample.list').join(' + ')} }}`;
    expect(() => render(wide, row)).toThrow('needs too much work for one row');
    const grown = `{{ sample.t${" | replace('a', 'aaaaaaaaaa')".repeat(12)} }}`;
    expect(() => render(grown, { t: 'a' })).toThrow('needs too much work for one row');
  });
});
