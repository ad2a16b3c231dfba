import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalJson, type Json } from '#core';
import { Problems } from '../problems/problems.ts';
import { parseDocument } from '../yaml/parse-document.ts';
import { applyEdit, type SuiteEdit } from './apply-edit.ts';
import { editSuiteText } from './edit-suite-text.ts';

const SUITE = `# What the desk must do.
classes:
  # Either will do.
  - name: search   # of the shop
    members: [brave.search, tavily.search]
  - { name: orders, members: [get_order] }
neutral:
  - think   # never counts
  - plan

tests:
  - name: finds   # the first
    traces: runs.jsonl
    equal_function_sets:
      classes: [search]
      expect:
        - tool_selection.f1: { ">=": 80 } # agreed in May
`;

const edit = (change: SuiteEdit, text = SUITE): string | null => editSuiteText(text, change, false);

/** The lines that one text has and the other has not. */
function changed(before: string, after: string | null): { gone: string[]; came: string[] } {
  const [old, now] = [before.split('\n'), (after ?? '').split('\n')];
  return {
    gone: old.filter((line) => !now.includes(line)),
    came: now.filter((line) => !old.includes(line)),
  };
}

describe('a change of a suite touches its own lines alone', () => {
  it.each<[string, SuiteEdit, string[], string[]]>([
    [
      'an item of a list in brackets',
      { kind: 'append', path: ['classes', 0, 'members'], value: 'exa.find' },
      ['    members: [brave.search, tavily.search]'],
      ['    members: [brave.search, tavily.search, exa.find]'],
    ],
    [
      'an item of a list by lines',
      { kind: 'append', path: ['neutral'], value: 'no' },
      [],
      ['  - "no"'],
    ],
    [
      'a class',
      { kind: 'append', path: ['classes'], value: { name: 'x', members: ['a b'] } },
      [],
      ['  - { name: x, members: ["a b"] }'],
    ],
    [
      'a removed item in brackets',
      { kind: 'remove', path: ['classes', 0, 'members', 0] },
      ['    members: [brave.search, tavily.search]'],
      ['    members: [tavily.search]'],
    ],
    ['a removed line', { kind: 'remove', path: ['neutral', 1] }, ['  - plan'], []],
    [
      'a removed class',
      { kind: 'remove', path: ['classes', 1] },
      ['  - { name: orders, members: [get_order] }'],
      [],
    ],
    [
      'the last item',
      { kind: 'remove', path: ['classes', 1, 'members', 0] },
      ['  - { name: orders, members: [get_order] }'],
      ['  - { name: orders, members: [] }'],
    ],
    [
      'a name',
      { kind: 'set', path: ['classes', 0, 'name'], value: 'find' },
      ['  - name: search   # of the shop'],
      ['  - name: find   # of the shop'],
    ],
    [
      'the value of a gate',
      {
        kind: 'set',
        path: ['tests', 0, 'equal_function_sets', 'expect', 0, 'tool_selection.f1', '>='],
        value: 85,
      },
      ['        - tool_selection.f1: { ">=": 80 } # agreed in May'],
      ['        - tool_selection.f1: { ">=": 85 } # agreed in May'],
    ],
    [
      'the operator of a gate',
      {
        kind: 'rename',
        path: ['tests', 0, 'equal_function_sets', 'expect', 0, 'tool_selection.f1', '>='],
        key: '>',
      },
      ['        - tool_selection.f1: { ">=": 80 } # agreed in May'],
      ['        - tool_selection.f1: { ">": 80 } # agreed in May'],
    ],
    [
      'a new key of a test',
      { kind: 'set', path: ['tests', 0, 'forbidden'], value: ['delete_order'] },
      [],
      ['    forbidden: [delete_order]'],
    ],
    [
      'a new key at the top, before the tests',
      { kind: 'set', path: ['aliases'], value: { old: 'new' } },
      [],
      ['aliases: { old: new }'],
    ],
  ])('%s', (_, change, gone, came) => {
    expect(changed(SUITE, edit(change))).toEqual({ gone, came });
  });

  it('a new key at the top is before the lists of tests', () => {
    const text = edit({ kind: 'set', path: ['aliases'], value: {} }) ?? '';
    expect(text.indexOf('aliases:')).toBeLessThan(text.indexOf('tests:'));
    expect(edit({ kind: 'set', path: ['neutral'], value: ['a'] }, 'tests: []\n')).toBe(
      'neutral: [a]\ntests: []\n',
    );
  });

  it('keeps JSON JSON, and lines that end in two characters', () => {
    const json = '{"neutral": ["a"], "tests": []}';
    expect(editSuiteText(json, { kind: 'append', path: ['neutral'], value: 'b' }, true)).toBe(
      '{"neutral": ["a", "b"], "tests": []}',
    );
    expect(edit({ kind: 'append', path: ['neutral'], value: 'b' }, 'neutral:\r\n  - a\r\n')).toBe(
      'neutral:\r\n  - a\r\n  - b\r\n',
    );
  });

  it('has no place for what is not there', () => {
    expect(edit({ kind: 'append', path: ['nothing'], value: 1 })).toBeNull();
    expect(edit({ kind: 'remove', path: ['classes', 9] })).toBeNull();
    expect(edit({ kind: 'rename', path: ['neutral'], key: 'classes' })).toBeNull();
    expect(edit({ kind: 'set', path: ['a'], value: 1 }, 'a: [')).toBeNull();
  });
});

describe('whatever a suite looks like', () => {
  const name = fc.constantFrom(
    'a',
    'b.c',
    'no',
    '3',
    'x: y',
    '- z',
    '"',
    '#',
    'ü',
    '__proto__',
    ' ',
    '>=',
  );
  const value: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      name,
      fc.integer(),
      fc.boolean(),
      fc.array(tie('json'), { maxLength: 3 }),
      fc
        .uniqueArray(fc.tuple(name, tie('json')), { maxLength: 3, selector: ([key]) => key })
        .map((entries) => Object.fromEntries(entries) as Json),
    ),
  })).json;

  it('the text of a change reads as the changed value', () => {
    fc.assert(
      fc.property(
        value,
        value,
        fc.integer({ min: 0, max: 15 }),
        fc.nat(),
        (old, fresh, layout, seed) => {
          const document: Json = { list: [old, old], map: { key: old, other: 1 } };
          const text = `# top\n${write(document, 0, layout)}\n# end\n`;
          expect(equalJson(read(text), document)).toBe(true);
          const paths = pathsOf(document, []);
          const path = paths[seed % paths.length] ?? [];
          for (const change of [
            { kind: 'set', path, value: fresh },
            { kind: 'append', path, value: fresh },
            { kind: 'remove', path },
            { kind: 'rename', path, key: 'fresh' },
            { kind: 'set', path: [...path, 'fresh'], value: fresh },
          ] satisfies SuiteEdit[]) {
            const expected = applyEdit(document, change);
            const edited = editSuiteText(text, change, false);
            if (expected === null) expect(edited).toBeNull();
            else {
              expect(equalJson(read(edited ?? ''), expected)).toBe(true);
              if (path.length > 0) expect(edited).toMatch(/^# top\n[^]*# end\n$/);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

function read(text: string): Json {
  const problems = new Problems();
  const composed = parseDocument(text, false, problems);
  expect(problems.list).toEqual([]);
  return composed?.value as Json;
}

function pathsOf(value: Json, path: (string | number)[]): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps: (readonly [string | number, Json])[] = Array.isArray(value)
    ? (value as Json[]).map((item, i) => [i, item] as const)
    : Object.entries(value as Record<string, Json>);
  return [path, ...steps.flatMap(([step, below]) => pathsOf(below, [...path, step]))];
}

/** A value by lines or in brackets, by the bits of `layout` for each level. */
function write(value: Json, level: number, layout: number): string {
  const isFlow = ((layout >> level) & 1) === 1 || level > 3;
  if (typeof value !== 'object' || value === null || isFlow) return JSON.stringify(value);
  const indent = '  '.repeat(level);
  if (Array.isArray(value)) {
    const items = (value as Json[]).map((item) => `${indent}- ${below(item, level, layout)}`);
    return items.length === 0 ? '[]' : `# list\n${items.join('\n')}`.replace(/^# list\n/, '');
  }
  const entries = Object.entries(value as Record<string, Json>).map(([key, item]) => {
    const text = below(item, level, layout);
    return `${indent}${JSON.stringify(key)}: ${text}`;
  });
  return entries.length === 0 ? '{}' : entries.join('\n');
}

function below(value: Json, level: number, layout: number): string {
  const text = write(value, level + 1, layout);
  const isBlock = /^ {2,}/.test(text);
  return isBlock ? `# here\n${text}` : text;
}
