import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Expectations,
  type NativeCall,
  type NativeTool,
  parseTrace,
  scoreTraces,
} from '#core';
import { linearRegex, parseSuite } from '#suite';
import { CLI, workspace } from './support/cli.ts';
import { type Block, listPages, readBlocks, ROOT } from './support/doc-blocks.ts';

let folder: ReturnType<typeof workspace> | null = null;
afterEach(() => {
  folder?.remove();
  folder = null;
});

/** What is done with a block of each kind. */
const CHECKS: Readonly<Record<string, (block: Block) => void | Promise<void>>> = {
  'yaml example': runExample,
  'yaml suite': checkSuite,
  'yaml workflow': ({ text }) => void load(text),
  'json trace': checkTrace,
  'js file': checkFile,
  'js library': runLibrary,
  'js vitest': runVitest,
  'sh run': runShell,
  // Checked with the block that it follows.
  'text output': () => {},
};

/** Blocks that are only shown: commands for a whole machine, shapes of data, pictures. */
const SHOWN = new Set(['sh', 'text', 'json', 'json report']);

const pages = listPages().map((page) => ({ page, blocks: readBlocks(page) }));

describe.each(pages.filter(({ blocks }) => blocks.length > 0))('$page', ({ blocks }) => {
  it('has only blocks of a known kind, and every output after what prints it', () => {
    const unknown = blocks.filter(({ kind }) => !(kind in CHECKS) && !SHOWN.has(kind));
    expect(unknown.map(({ line, kind }) => `line ${line}: ${kind}`)).toEqual([]);
    const outputs = blocks.filter(({ kind }) => kind === 'text output');
    const printing = blocks.filter(
      ({ kind, output }) => output !== null && /library|run/.test(kind),
    );
    expect(outputs).toHaveLength(printing.length);
  });

  const checked = blocks.filter(({ kind }) => kind in CHECKS && kind !== 'text output');
  if (checked.length > 0) {
    it.each(checked)('holds what line $line says ($kind)', async (block) => {
      await CHECKS[block.kind]?.(block);
    });
  }
});

it('links only to pages and headings that are there', () => {
  const anchors = new Map(pages.map(({ page }) => [page, headingsOf(page)]));
  const broken = pages.flatMap(({ page }) =>
    linksOf(page).filter(({ file, anchor }) => {
      if (!file.endsWith('.md')) return !existsSync(join(ROOT, file));
      return !anchors.has(file) || (anchor !== '' && anchors.get(file)?.has(anchor) !== true);
    }),
  );
  expect(broken).toEqual([]);
});

interface Example {
  readonly scorer: string;
  readonly options: unknown;
  readonly runs: readonly (readonly NativeCall[])[];
  readonly tools?: readonly NativeTool[];
  readonly aliases?: Readonly<Record<string, string>>;
  readonly gives: object;
  readonly [rule: string]: unknown;
}

function runExample({ text }: Block): void {
  const { scorer, options, runs, tools, aliases = {}, gives, ...rules } = load(text) as Example;
  const [score] = scoreTraces(
    runs.map((tool_calls) => ({ tool_calls, ...(tools === undefined ? {} : { tools }) })),
    {
      ...rules,
      aliases: Object.entries(aliases).map(([from, to]) => ({ from, to })),
      [scorer]: options,
    } as Expectations,
    { regex: linearRegex },
  );
  const calls = score?.calls ?? [];
  const verdicts = calls.map(({ verdict }) => verdict);
  const hints = calls.map(({ hint }) => hint);
  expect({ ...score, verdicts, hints }).toMatchObject(gives);
}

async function checkSuite(block: Block): Promise<void> {
  checkFile(block);
  const parsed = await parseSuite(block.text, { path: 'whichtool.yaml' });
  expect(parsed.ok ? [] : parsed.issues).toEqual([]);
}

function checkTrace(block: Block): void {
  checkFile(block);
  for (const line of block.text.startsWith('{\n') ? [block.text] : block.text.trim().split('\n')) {
    expect(parseTrace(JSON.parse(line))).toMatchObject({ ok: true });
  }
}

/** A block that names a file is that file. */
function checkFile({ text, words: [file] }: Block): void {
  if (file !== undefined) expect(text).toBe(readFileSync(join(ROOT, file), 'utf8'));
}

/** A folder in which `whichtool` is installed. */
function installed(): string {
  folder = workspace({ 'package.json': '{ "type": "module" }' });
  mkdirSync(join(folder.path, 'node_modules'));
  symlinkSync(ROOT, join(folder.path, 'node_modules/whichtool'));
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(folder.path, 'node_modules/vitest'));
  return folder.path;
}

function runLibrary({ text, output }: Block): void {
  const cwd = installed();
  writeFileSync(join(cwd, 'example.js'), text);
  const printed = execFileSync(process.execPath, ['example.js'], { cwd, encoding: 'utf8' });
  if (output !== null) expect(printed).toBe(output);
}

function runVitest({ text }: Block): void {
  const cwd = installed();
  writeFileSync(join(cwd, 'example.test.js'), text);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const ran = spawnSync(process.execPath, [vitest, 'run', '--root', cwd], {
    cwd,
    encoding: 'utf8',
  });
  expect({ status: ran.status, said: ran.stdout + ran.stderr }).toMatchObject({ status: 0 });
  expect(ran.stdout).toMatch(/\d+ passed/);
}

/** Runs in a copy of the folder that the block names, with `npx whichtool` being the built command line. */
function runShell({ text, words: [source = '', exit = 'exit=0'], output }: Block): void {
  folder = workspace({ 'bin/npx': `#!/bin/sh\nshift\nexec "${process.execPath}" "${CLI}" "$@"\n` });
  const cwd = join(folder.path, 'copy');
  cpSync(join(ROOT, source), cwd, { recursive: true });
  chmodSync(join(folder.path, 'bin/npx'), 0o755);
  const { GITHUB_ACTIONS: _, FORCE_COLOR: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    NO_COLOR: '1',
    PATH: `${join(folder.path, 'bin')}:${process.env.PATH}`,
  };
  const script = `set -o pipefail\nexec 2>&1\n${text}`;
  const ran = spawnSync('bash', ['-c', script], { cwd, env, encoding: 'utf8' });
  expect({ exit: `exit=${ran.status}`, printed: ran.stdout }).toMatchObject({ exit });
  if (output !== null) expect(ran.stdout).toBe(output);
}

interface Link {
  readonly page: string;
  readonly file: string;
  readonly anchor: string;
}

function linksOf(page: string): readonly Link[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```.*\n[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return { page, file: file === '' ? page : join(page, '..', file), anchor };
    });
}

function headingsOf(page: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const slug = (title: string): string =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => slug(title)));
}
