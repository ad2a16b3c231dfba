import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workspace } from './support/cli.ts';
import { listPages, readBlocks, ROOT } from './support/doc-blocks.ts';
import { type Check, CHECKS } from './support/doc-checks.ts';

/** Blocks that are only shown: commands for a whole machine, shapes of data, pictures. */
const SHOWN = new Set([
  // Generated from the types: `generated.test.ts` compares.
  'ts signature',
  'json mcp',
  'python part',
  'sh',
  // One after the other in one folder: `examples.test.ts` runs them.
  'sh step',
  'text',
  'groovy',
  'json report',
  'json row',
  'js export',
  'python export',
  'ts export',
  'yaml export',
]);

const pages = listPages();
const blocks = pages.flatMap(readBlocks);

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  folder = workspace({});
});
afterEach(() => folder.remove());

it.each(blocks.filter(({ kind }) => CHECKS.has(kind)))(
  '$page:$line gives what it says ($kind)',
  async (block) => {
    const check = CHECKS.get(block.kind) as Check;
    const { found, wanted } = await check(block, folder.path);
    expect(found).toMatchObject(wanted);
  },
);

it('has no block that looks as if it were checked and is not', () => {
  const known = new Set([...CHECKS.keys(), ...SHOWN, 'text output']);
  const unknown = blocks.filter(({ kind }) => !known.has(kind));
  expect(unknown.map(({ page, line, kind }) => `${page}:${line} ${kind}`)).toEqual([]);
});

it('shows every output right after what prints it', () => {
  const printing = blocks.filter(
    ({ kind, output }) => output !== null && /library|run|step/.test(kind),
  );
  const outputs = blocks.filter(({ kind }) => kind === 'text output');
  expect(outputs.map(({ text }) => text)).toEqual(printing.map(({ output }) => output));
});

it('links only to pages and headings that are there', () => {
  const headings = new Map(pages.map((page) => [page, headingsOf(page)]));
  const broken = pages.flatMap(linksOf).filter(({ file, anchor }) => {
    if (anchor === '') return !existsSync(join(ROOT, file));
    return headings.get(file)?.has(anchor) !== true;
  });
  expect(broken).toEqual([]);
});

it('lists every page in the index, or in the index of its folder', () => {
  const unlisted = pages.filter((page) => {
    const [room, folder] = page.split('/');
    if (room !== 'docs' || page.endsWith('/README.md')) return false;
    const index = `docs/${folder}/README.md`;
    return !listedOn(existsSync(join(ROOT, index)) ? index : 'docs/README.md').has(page);
  });
  expect(unlisted).toEqual([]);
  expect([...listedOn('docs/README.md')]).toEqual(
    expect.arrayContaining(['docs/formats/README.md', 'docs/decisions/README.md']),
  );
});

it('names only files that are there', () => {
  const named =
    /`((?:src|test|scripts|bench|wasm|examples|docs)\/[\w./-]+)`|--project \w+ (\S+\.test\.ts)/g;
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(named)]
      .map(([, file, test]) => file ?? test ?? '')
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

it('describes every room with what it may import, and every folder of readers', async () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const { ROOMS } = (await import(pathToFileURL(join(ROOT, '.dependency-cruiser.js')).href)) as {
    readonly ROOMS: Readonly<Record<string, { readonly may: readonly string[] }>>;
  };
  for (const [room, { may }] of Object.entries(ROOMS)) {
    const [, imports = 'not in the table'] =
      new RegExp(`^\\| \`${room}\` \\|.*\\| ([^|]*) \\|$`, 'm').exec(page) ?? [];
    const names = imports.startsWith('nothing') ? [] : imports.split(', ');
    expect({ room, names: names.toSorted() }).toEqual({ room, names: [...may].toSorted() });
  }
  const folders = readdirSync(join(ROOT, 'src/readers'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'fixtures')
    .map(({ name }) => name);
  const unnamed = folders.filter((name) => !new RegExp(`\`${name}(/<id>/)?\``).test(page));
  expect(unnamed).toEqual([]);
});

it('numbers every decision in the index', () => {
  const index = listedOn('docs/decisions/README.md');
  const records = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
  expect(records.filter((page) => !index.has(page))).toEqual([]);
  const numbers = records.map((page) => page.slice('docs/decisions/'.length).slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

function listedOn(page: string): ReadonlySet<string> {
  return new Set(linksOf(page).map(({ file }) => file));
}

interface Link {
  readonly page: string;
  readonly file: string;
  readonly anchor: string;
}

/** The links of a page to others of ours. */
function linksOf(page: string): readonly Link[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```.*\n[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)].map(
    ([, file = '', anchor = '']) => ({
      page,
      file: file === '' ? page : join(page, '..', file),
      anchor,
    }),
  );
}

function headingsOf(page: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title)));
}

/** The anchor that GitHub gives a heading. */
function anchorOf(title: string): string {
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return plain.trim().replace(/\s/g, '-');
}
