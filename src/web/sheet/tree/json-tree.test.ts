import { expect, it } from 'vitest';
import { parseJson } from '#core';
import { formatTree } from './format-tree.ts';
import { EMPTY_OBJECT, type JsonTree, memberTree, withMember } from './json-tree.ts';
import { parseTree, toTree } from './parse-tree.ts';

function tree(text: string): JsonTree {
  const parsed = parseTree(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.tree;
}

it.each([
  '{"a":1.0,"b":12345678901234567890,"c":[1.50,-0,1e5],"d":{"__proto__":null}}',
  '"a \\"quoted\\" text\\n\\u2028"',
  '[[],{},true,false,null,""]',
])('keeps %s as it is written', (text) => {
  const written = formatTree(tree(text));
  expect(written).toBe(text.replace('\\u2028', '\u2028'));
  expect(formatTree(tree(formatTree(tree(text), true)))).toBe(written);
});

it('takes blanks, and indents by two', () => {
  expect(formatTree(tree(' { "a" : [ 1 , {} ] ,\n"b":"" } '), true)).toBe(
    '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": ""\n}',
  );
});

it('says why a text is not JSON', () => {
  expect(parseTree('{"a":1,"a":2}')).toMatchObject({ ok: false });
  expect(parseTree('{a')).toEqual({
    ok: false,
    message: 'unexpected "a" where a key in double quotes should be',
  });
});

it('keeps what was parsed as it was written', () => {
  const parsed = parseJson('{"n":{"a":2.0,"b":12345678901234567800}}');
  expect(parsed.ok && formatTree(toTree(parsed.value))).toBe(
    '{"n":{"a":2.0,"b":12345678901234567800}}',
  );
});

it('puts a new member where the schema has it, and leaves others last', () => {
  const one: JsonTree = { kind: 'literal', text: '1' };
  let object = withMember(EMPTY_OBJECT, 'other', one, ['a', 'b']);
  object = withMember(object, 'b', one, ['a', 'b']);
  object = withMember(object, 'a', one, ['a', 'b']);
  expect(formatTree(object)).toBe('{"a":1,"b":1,"other":1}');
  object = withMember(object, 'b', { kind: 'text', text: 'x' }, ['a', 'b']);
  expect(formatTree(withMember(object, 'a', undefined))).toBe('{"b":"x","other":1}');
  expect(memberTree(object, 'b')).toEqual({ kind: 'text', text: 'x' });
  expect(memberTree(one, 'b')).toBeUndefined();
});
