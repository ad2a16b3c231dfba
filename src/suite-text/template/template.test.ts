import { ExactNumber, type JsonObject } from '#core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTemplate, parseTemplate } from './template.ts';

const ROW: JsonObject = {
  a: { b: 'deep', 'c d': 1 },
  list: ['x', 'y', 'x'],
  tools: [
    { name: 'search', function: { name: 's' } },
    { name: 'get', function: { name: 'g' } },
  ],
  none: null,
  text: 'hi',
  big: new ExactNumber('9007199254740993'),
  tricky: '{{ sample.text }}',
};

function render(source: string, row: JsonObject = ROW): unknown {
  const parsed = parseTemplate(source);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.template.render(row);
}

describe('templates', () => {
  it.each<[string, unknown]>([
    ['{{ sample.text }}', 'hi'],
    ['{{sample.a.b}}', 'deep'],
    [" {{ sample['a']['c d'] }} ", 1],
    ['{{ sample["a"].b }}', 'deep'],
    ['{{ sample.list[1] }}', 'y'],
    ['{{ sample.list[9] }}', undefined],
    ['{{ sample.nothing.at.all }}', undefined],
    ['{{ sample.none }}', null],
    ["{{ sample.tools | map(attribute='name') | list }}", ['search', 'get']],
    ["{{ sample.tools | map(attribute='function.name') }}", ['s', 'g']],
    ["{{ sample.tools | map(attribute='nme') | list }}", undefined],
    ['{{ sample.list | unique }}', ['x', 'y']],
    ['{{ sample.list | unique | tojson }}', '["x","y"]'],
    ['{{ sample.list | length }}', 3],
    ['{{ sample.text|length() }}', 2],
    ['{{ sample.a | length }}', 2],
    ['{{ sample.list | first }}', 'x'],
    ['{{ sample.list | last }}', 'x'],
    ['{{ sample.text | first }}', undefined],
    ['{{ sample.text | list }}', undefined],
    ["{{ sample.nothing | default('x') }}", 'x'],
    ['{{ sample.none | default([]) }}', []],
    ["{{ sample.nothing | default(['a', 1, true, none]) }}", ['a', 1, true, null]],
    ['{{ sample.text | default(-1.5) }}', 'hi'],
    ['{{ sample.big | tojson }}', '9007199254740993'],
    ['{{ sample }}', ROW],
    ['id-{{ sample.text }}-{{ sample.list | length }}', 'id-hi-3'],
    ['list {{ sample.list }}', 'list ["x","y","x"]'],
    ['id-{{ sample.nothing }}', undefined],
    ["{{ sample.nothing | default('}}') }}", '}}'],
    ["{{ sample.nothing | default('it\\'s') }}", "it's"],
    ['no template }} at all', 'no template }} at all'],
  ])('%s', (source, value) => {
    expect(render(source)).toEqual(value);
  });

  it('is rendered once: what a row holds is never read as a template', () => {
    expect(render('{{ sample.tricky }}')).toBe('{{ sample.text }}');
    expect(render('a {{ sample.tricky }}')).toBe('a {{ sample.text }}');
  });

  it.each<[string, string, string, number]>([
    ['{{ }}', 'TEMPLATE_PATH', 'an empty expression is not known here', 3],
    ['{{ row.x }}', 'TEMPLATE_PATH', '"row" is not known here', 3],
    ['{{ sample. }}', 'TEMPLATE_PATH', 'a name must follow the dot', 11],
    ['{{ sample.x', 'TEMPLATE_SYNTAX', 'the template has no closing }}', 11],
    ["{{ sample['x }}", 'TEMPLATE_SYNTAX', "the text has no closing '", 10],
    [
      'a {% for x in y %}',
      'TEMPLATE_SYNTAX',
      '{% for is not supported: a template has expressions in {{ }} only',
      2,
    ],
    [
      '{# note #}',
      'TEMPLATE_SYNTAX',
      '{# is not supported: a template has expressions in {{ }} only',
      0,
    ],
    ['{{ sample[x] }}', 'TEMPLATE_PATH', '"x" is not known here', 10],
    ['{{ sample.x | uppr }}', 'TEMPLATE_SYNTAX', 'unknown filter "uppr"', 14],
    ["{{ sample.x | map('name') }}", 'TEMPLATE_SYNTAX', 'unknown filter "name"', 14],
    ["{{ sample.x | selectattr('a', 'is') }}", 'TEMPLATE_SYNTAX', 'unknown test "is"', 14],
    ['{{ sample.x is big }}', 'TEMPLATE_SYNTAX', 'unknown test "big"', 15],
    ['{{ sample.x | first(1) }}', 'TEMPLATE_SYNTAX', 'first takes no argument', 20],
    ['{{ sample.x + }}', 'TEMPLATE_PATH', 'an empty expression is not known here', 14],
    ['{{ sample.x sample.y }}', 'TEMPLATE_SYNTAX', 'unexpected "sample"', 12],
    ['{{ [x for x in sample.list] }}', 'TEMPLATE_PATH', '"x" is not known here', 4],
    ['{{ sample.text.format(1) }}', 'TEMPLATE_PATH', 'a template cannot call format', 15],
    [`{{ ${'('.repeat(40)}1`, 'TEMPLATE_SYNTAX', 'the expression is nested too deeply', 35],
    [`{{ ${'not '.repeat(40)}1`, 'TEMPLATE_SYNTAX', 'the expression is nested too deeply', 131],
  ])('refuses %s', (source, code, message, offset) => {
    expect(parseTemplate(source)).toMatchObject({ ok: false, code, message, offset });
  });

  it('says which filter was probably meant', () => {
    expect(parseTemplate('{{ sample.x | uniqe }}')).toMatchObject({
      hint: 'did you mean "unique"?',
    });
  });

  it.each([
    '{{ sample.x.constructor.constructor("return process.version")() }}',
    "{{ sample.x['constructor']['constructor']('return 1')() }}",
    '{{ sample.toString() }}',
    '{{ sample.__class__.__mro__[1].__subclasses__() }}',
    '{{ constructor.constructor }}',
    '{{ this.constructor }}',
    '{{ globalThis.process }}',
    '{{ process.env.HOME }}',
    "{{ require('fs') }}",
    '{{ self }}',
    '{{ config }}',
    '{{ cycler.__init__.__globals__ }}',
    '{{ lipsum }}',
    '{{ range(1000000) }}',
    '{{ sample.x = 1 }}',
    '{{ sample.x; sample.y }}',
    '{{ sample.x | attr("__class__") }}',
    '{{ `${1}` }}',
    '{{ sample[`x`] }}',
    '{{ {{ sample.x }} }}',
    '{% include "x" %}',
    '{%- set x = 1 -%}',
  ])('refuses the payload %s', (source) => {
    expect(parseTemplate(source).ok).toBe(false);
  });

  it.each([
    '{{ sample.constructor }}',
    '{{ sample.__proto__ }}',
    "{{ sample['__proto__']['polluted'] }}",
    '{{ sample.a.hasOwnProperty }}',
    '{{ sample.list.length }}',
    '{{ sample.list.constructor }}',
    "{{ sample.list['length'] }}",
    '{{ sample.text.length }}',
    "{{ sample.tools | map(attribute='constructor') }}",
    "{{ sample.tools | map(attribute='__proto__.x') }}",
  ])('reaches nothing that a row does not hold itself: %s', (source) => {
    expect(render(source)).toBeUndefined();
  });

  it('reads hostile names as data where a row holds them', () => {
    const row = JSON.parse('{ "__proto__": { "x": 1 }, "constructor": "mine" }') as JsonObject;
    expect(render('{{ sample.__proto__.x }}', row)).toBe(1);
    expect(render('{{ sample.constructor }}', row)).toBe('mine');
  });

  it('never throws, whatever it is given', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      'sample',
      '.',
      '[',
      ']',
      '(',
      ')',
      '|',
      "'",
      '"',
      'map',
      'default',
      '1',
      ' ',
      '\\',
      ',',
      '=',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const parsed = parseTemplate(pieces.join(''));
        if (parsed.ok) parsed.template.render(ROW);
        else expect(parsed.offset).toBeLessThanOrEqual(pieces.join('').length);
      }),
      { numRuns: 1000 },
    );
  });

  it('is told apart from plain text', () => {
    expect(isTemplate('["search", "calculator"]')).toBe(false);
    expect(isTemplate('{ "a": 1 }')).toBe(false);
    expect(isTemplate('{{ sample.x }}')).toBe(true);
    expect(isTemplate('{% x %}')).toBe(true);
  });
});
