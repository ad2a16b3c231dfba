import { expect, it } from 'vitest';

const PINNED = {
  index: [
    'SCORERS',
    'UserError',
    'agreementOf',
    'benjaminiHochberg',
    'compareReports',
    'compileScorer',
    'evaluate',
    'formatTool',
    'holm',
    'krippendorffAlpha',
    'mcnemarMidP',
    'mcnemarP',
    'newcombeInterval',
    'oneSidedP',
    'pairedDifference',
    'parseJson',
    'parseTrace',
    'passAtK',
    'passHatK',
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
