import { expect, it } from 'vitest';

const PINNED = {
  index: [
    'SCORERS',
    'UserError',
    'compileScorer',
    'evaluate',
    'formatTool',
    'parseJson',
    'parseTrace',
    'scoreTrace',
    'scoreTraces',
    'wilsonInterval',
  ],
  regex: ['RegexError', 'linearRegex'],
  vitest: ['toCoverCalls', 'toMatchToolCalls', 'toSelectTools'],
};

it.each(Object.entries(PINNED))('exports from %s exactly what is pinned', async (name, names) => {
  const path = new URL(`../dist/${name}.js`, import.meta.url).href;
  expect(Object.keys((await import(path)) as object).sort()).toEqual(names);
});
