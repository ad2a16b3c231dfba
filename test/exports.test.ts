import { readFileSync } from 'node:fs';
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
  vitest: ['matchers'],
  matchers: ['matchers'],
  node: ['planSuite', 'readTraces', 'runSuite', 'streamTraces'],
};

it.each(Object.entries(PINNED))('exports from %s exactly what is pinned', async (name, names) => {
  const path = new URL(`../dist/${name}.js`, import.meta.url).href;
  expect(Object.keys((await import(path)) as object).sort()).toEqual(names);
});

/** What an entry imports from outside, at once or later, through all of its files. */
function packagesOf(file: URL, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(file.href)) return found;
  seen.add(file.href);
  const text = readFileSync(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:^import .*?|^export .*?from |import\()"([^"]+)"/gm))
    if (!name.startsWith('.')) found.add(name);
    else for (const each of packagesOf(new URL(name, file), seen)) found.add(each);
  return found;
}

it.each<[string, readonly string[]]>([
  ['index', []],
  ['regex', []],
  ['matchers', []],
  ['jest', []],
  ['vitest', ['vitest']],
])('%s needs nothing of Node, so that it runs in a browser', (name, packages) => {
  const found = packagesOf(new URL(`../dist/${name}.js`, import.meta.url));
  expect([...found]).toEqual(packages);
});

it('has no file of formats in the root entry', () => {
  const seen = new Set<string>();
  packagesOf(new URL('../dist/index.js', import.meta.url), seen);
  expect([...seen].filter((file) => file.includes('formats'))).toEqual([]);
});
