import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  folder = workspace({});
  for (const name of ['check-wording.mjs', 'markdown-layout.mjs', 'wording-rules.mjs'])
    cpSync(join('scripts', name), join(folder.path, 'scripts', name));
});
afterEach(() => folder.remove());

/** The findings in the folder, as `file:line "what"`. */
function findings(): readonly string[] {
  const { status, stderr } = spawnSync('node', ['scripts/check-wording.mjs'], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  const found = [...stderr.matchAll(/^(\S+:\d+ "[^"]+"): write /gm)].map(([, one = '']) => one);
  expect(status).toBe(found.length === 0 ? 0 : 1);
  return found;
}

it('finds banned names, wherever they are in code', () => {
  folder.write('src/a.ts', 'const x = 1;\nexport const MOST_CALLS = x;\nclass OwnSums {}\n');
  expect(findings()).toEqual(['src/a.ts:2 "MOST_CALLS"', 'src/a.ts:3 "OwnSums"']);
});

it('finds pronouns and participles as names of values, and not in tests', () => {
  const lines = [
    'const found = list.find((one) => one.ok);',
    'for (const [told, line] of list) use(found, told);',
    'export function f(given: string, wanted: string): string {',
    '  return list.map(([name, one]) => [name, one]).join(one.found);',
    '}',
    'const { found: match } = list;',
    '',
  ];
  folder.write('src/g.ts', lines.join('\n'));
  folder.write('src/g.test.ts', lines.join('\n'));
  expect(findings()).toEqual([
    'src/g.ts:1 "found"',
    'src/g.ts:1 "one"',
    'src/g.ts:2 "told"',
    'src/g.ts:3 "given"',
    'src/g.ts:4 "one"',
  ]);
});

it('finds banned words in comments, and not in code or strings', () => {
  folder.write(
    'src/b.ts',
    [
      '/** A line that is no JSON. */',
      "export const tells = 'nobody'; // what was told",
      '/*',
      ' * Whoever calls it.',
      ' */',
      "export const url = 'https://x.test/nobody';",
      '',
    ].join('\n'),
  );
  expect(findings()).toEqual(['src/b.ts:1 "is no"', 'src/b.ts:2 "told"', 'src/b.ts:4 "Whoever"']);
});

it('finds exported names that refuse, and not those of a file alone', () => {
  folder.write('src/e.ts', 'export function refuseFlag() {}\nfunction refuseAll() {}\n');
  expect(findings()).toEqual(['src/e.ts:1 "refuseFlag"']);
});

it('finds words that are banned in comments alone', () => {
  folder.write('src/f.ts', '// The gate, else the first.\n/** Where it stands. */\n');
  folder.write('docs/f.md', 'The gate, else the first, as it stands.\n');
  expect(findings()).toEqual(['src/f.ts:1 ", else"', 'src/f.ts:2 "stands"']);
});

it('finds banned words in the prose of pages, and not in what they show', () => {
  folder.write('docs/c.md', 'It tells\n\n```text\nnobody\n```\n\n`told`, and\nnobody.\n');
  expect(findings()).toEqual(['docs/c.md:1 "tells"', 'docs/c.md:8 "nobody"']);
});

it('finds changelog entries of more than 25 words, over as many lines as they take', () => {
  const words = (count: number) => 'no '.repeat(count).trim();
  folder.write('CHANGELOG.md', `- ${words(25)}\n- ${words(20)}\n  ${words(6)}\n- ${words(1)}\n`);
  expect(findings()).toEqual(['CHANGELOG.md:2 "26 words"']);
});

it('finds long lines of pages, and not those of tables, code, links and code spans', () => {
  const long = 'x'.repeat(98);
  folder.write(
    'docs/e.md',
    [
      `${long} é`,
      `${long} yy`,
      '',
      `| ${long} | yy |`,
      '',
      `- [a ${long}](https://x.test/)`,
      `- \`a ${long}\``,
      `- see [a](https://x.test/${long})`,
      '',
      '```text',
      `${long} yy`,
      '```',
    ].join('\n'),
  );
  expect(findings()).toEqual(['docs/e.md:2 "101 characters"', 'docs/e.md:8 "124 characters"']);
});

it('finds paragraphs and list items of more than four lines', () => {
  const lines = (count: number, first = 'a') => [first, ...Array(count - 1).fill('  a')].join('\n');
  folder.write(
    'docs/f.md',
    [lines(4), lines(5), `# Title\n${lines(4)}`, `${lines(4, '- a')}\n${lines(5, '1. a')}`].join(
      '\n\n',
    ),
  );
  expect(findings()).toEqual(['docs/f.md:6 "5 lines"', 'docs/f.md:22 "5 lines"']);
});

it('accepts what is ordinary English', () => {
  folder.write('docs/d.md', 'There is no file. It is no longer there, and too few to tell.\n');
  folder.write('src/d.ts', 'export const keys = Reflect.ownKeys({});\n');
  expect(findings()).toEqual([]);
});

it('accepts the tree', () => {
  expect(() =>
    execFileSync('node', ['scripts/check-wording.mjs'], { stdio: 'pipe' }),
  ).not.toThrow();
});
