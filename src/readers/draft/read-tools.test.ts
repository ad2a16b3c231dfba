import type { Json } from '#core';
import { expect, test } from 'vitest';
import { readTools } from './read-tools.ts';
import { RunDraft } from './run-draft.ts';

function offered(tools: Json): { names: readonly string[] | null; codes: readonly string[] } {
  const draft = new RunDraft({ file: 'x.json' });
  draft.offer(readTools(tools));
  const { offered: specs, issues } = draft.finish();
  return {
    names: specs?.map(({ name }) => name) ?? null,
    codes: issues.map(({ code }) => code),
  };
}

test.each<[string, Json]>([
  ['an empty object', [{ name: 'get' }, {}]],
  ['an object in text', [{ name: 'get' }, '{}']],
  ['a definition without its name', [{ type: 'function', function: { parameters: {} } }]],
  ['null', [null, { name: 'get' }]],
  ['a number', [7]],
  ['an empty name', ['', 'get']],
  ['text that is cut', '[{"name":"get"},{"name":"pu'],
  ['an entry that is cut', ['{"type":"function","function":{"na']],
  ['two of them', [{}, {}]],
])('with %s among the offered tools it is not known what was offered', (_, tools) => {
  expect(offered(tools)).toEqual({ names: null, codes: ['READ_TOOLS_UNREADABLE'] });
});

test('an empty list says that no tool was offered, and a search of the provider is not a function', () => {
  expect(offered([])).toEqual({ names: [], codes: [] });
  expect(offered([{ googleSearch: {} }, { functionDeclarations: [{ name: 'get' }] }])).toEqual({
    names: ['get'],
    codes: [],
  });
});
