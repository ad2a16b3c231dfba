import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import {
  type JudgeVerdict,
  type NativeCall,
  type NativeTool,
  parseTrace,
  type Question,
  questionKey,
  type Rulings,
  scoreTraces,
  SECRETS_ONLY,
} from '#core';
import { readTraces } from '#readers';
import { loadLinearRegex, parseSuite } from '#suite';
import { loadMapping } from '../../src/readers/warehouses/load-mapping.ts';
import { CLI } from './cli.ts';
import { type Block, pasteOutput, readBlocks, ROOT } from './doc-blocks.ts';
import { linesNotInSource } from './source-excerpt.ts';

/** What a block gave and what it says it gives; `found` must have all of `wanted`. */
interface Checked {
  readonly found: object;
  readonly wanted: object;
}

/** Checks a block; `folder` is an empty folder of its own. */
export type Check = (block: Block, folder: string) => Checked | Promise<Checked>;

/** How blocks of each kind are checked. */
export const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['yaml example', runExample],
  ['yaml suite', checkSuite],
  ['yaml mapping', checkMapping],
  [
    'yaml workflow',
    ({ text }) => ({ found: { isYaml: load(text) !== null }, wanted: { isYaml: true } }),
  ],
  ['json trace', checkTrace],
  ['json format', readAsFormat],
  ['jsonl format', readAsFormat],
  ['js file', (block) => ({ found: { text: block.text }, wanted: { text: fileOf(block) } })],
  ['python file', (block) => ({ found: { text: block.text }, wanted: { text: fileOf(block) } })],
  ['js library', runLibrary],
  ['js vitest', runVitest],
  ['sh run', runShell],
  ['sh format', runOnExample],
  [
    'ts source',
    (block) => ({ found: { missing: linesNotInSource(block) }, wanted: { missing: [] } }),
  ],
]);

interface Example {
  readonly scorer: string;
  readonly options: unknown;
  readonly runs: readonly (readonly NativeCall[])[];
  readonly tools?: readonly NativeTool[];
  readonly aliases?: Readonly<Record<string, string>>;
  /** The final answers of the runs. */
  readonly outputs?: readonly string[];
  /** What a judge says to the questions, in their order. */
  readonly judged?: readonly ExampleVerdict[];
  readonly gives: object;
  readonly [rule: string]: unknown;
}

interface ExampleVerdict {
  readonly score?: number;
  readonly achieved?: boolean;
  readonly met?: readonly boolean[];
}

async function runExample({ text }: Block): Promise<Checked> {
  const example: Example = JSON.parse(JSON.stringify(load(text)));
  const { scorer, options, runs, tools = null, aliases = {}, gives, ...others } = example;
  const { outputs = [], judged, ...rules } = others;
  const renamed = Object.entries(aliases).map(([from, to]) => ({ from, to }));
  const [score] = scoreTraces(
    runs.map((tool_calls, i) => ({ tool_calls, tools, output: outputs[i] ?? null })),
    { ...rules, aliases: renamed, [scorer]: options },
    {
      regex: await loadLinearRegex(),
      ...(judged === undefined ? {} : { rulings: ruleByList(judged) }),
    },
  );
  const calls = score?.calls ?? [];
  const verdicts = calls.map(({ verdict }) => verdict);
  const hints = calls.map(({ hint }) => hint);
  return { found: { ...score, verdicts, hints }, wanted: gives };
}

/** A judge that has one verdict for each question, in the order in which they come. */
function ruleByList(verdicts: readonly ExampleVerdict[]): Rulings {
  const keys: string[] = [];
  const of = (question: Question): ReturnType<Rulings['of']> => {
    const key = questionKey(question);
    if (!keys.includes(key)) keys.push(key);
    const said = verdicts[keys.indexOf(key)];
    if (said === undefined) return null;
    const { met = [], ...rest } = said;
    const asked = question.kind === 'answer' ? question.statements : [];
    const statements = asked.map(({ id }, i) => ({ id, met: met[i] === true, reason: '' }));
    const verdict = { kind: question.kind, score: null, reason: '', statements, ...rest };
    return { verdict: verdict as JudgeVerdict, error: null, isSplit: false };
  };
  return { redaction: SECRETS_ONLY, of };
}

async function checkSuite(block: Block): Promise<Checked> {
  const parsed = await parseSuite(block.text, { path: 'whichtool.yaml' });
  const issues = parsed.ok ? parsed.suite.warnings : parsed.issues;
  return { found: { issues, text: block.text }, wanted: { issues: [], text: fileOf(block) } };
}

async function checkMapping({ text }: Block, folder: string): Promise<Checked> {
  const path = join(folder, 'mapping.yaml');
  writeFileSync(path, text);
  const { fields } = await loadMapping(path);
  return { found: { hasRun: fields.has('run') }, wanted: { hasRun: true } };
}

function checkTrace(block: Block): Checked {
  const found = { ...parseTrace(JSON.parse(block.text)), text: block.text };
  return { found, wanted: { ok: true, text: fileOf(block) } };
}

/** The example of a format's page: it is recognised as that format, and every record of it is read. */
async function readAsFormat({ page, kind, text }: Block, folder: string): Promise<Checked> {
  const path = join(folder, `example.${kind.split(' ')[0]}`);
  writeFileSync(path, text);
  const formats: string[] = [];
  const errors: string[] = [];
  let traces = 0;
  const onFormat = (_: unknown, { id }: { readonly id: string }): number => formats.push(id);
  for await (const batch of readTraces([{ path, displayName: 'example' }], {
    format: null,
    onFormat,
  })) {
    for (const record of batch) {
      if (record.kind === 'trace') traces += 1;
      else errors.push(record.issue.message);
    }
  }
  const found = { formats, errors, isRead: traces > 0 };
  return { found, wanted: { formats: [basename(page, '.md')], errors: [], isRead: true } };
}

/** The text of the file that a block names; of a block that names none, its own. */
function fileOf({ text, words: [file] }: Block): string {
  return file === undefined ? text : readFileSync(join(ROOT, file), 'utf8');
}

/** Puts whichtool and vitest into a folder as if they were installed there. */
function install(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/whichtool'));
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
}

function runLibrary({ text, output }: Block, cwd: string): Checked {
  install(cwd);
  writeFileSync(join(cwd, 'example.js'), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['example.js'], {
    cwd,
    encoding: 'utf8',
  });
  return { found: { status, stdout, stderr }, wanted: { status: 0, stdout: output ?? stdout } };
}

function runVitest({ text }: Block, cwd: string): Checked {
  install(cwd);
  writeFileSync(join(cwd, 'example.test.js'), text);
  const args = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    cwd,
    '--reporter',
    'json',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return {
    found: { status, ran: /"numPassedTests":[1-9]/.test(stdout), stdout, stderr },
    wanted: { status: 0, ran: true },
  };
}

/** Runs in a copy of the folder that the block names. */
function runShell(block: Block, folder: string): Checked {
  const [source = '', exit = 'exit=0'] = block.words;
  cpSync(join(ROOT, source), join(folder, 'copy'), { recursive: true });
  return runScript(block, folder, exit);
}

/** Runs beside the example of a format's page, saved as `runs.json` or `runs.jsonl`. */
function runOnExample(block: Block, folder: string): Checked {
  const example = readBlocks(block.page).find(({ kind }) => /^jsonl? format$/.test(kind));
  const { kind = '', text = '' } = example ?? {};
  mkdirSync(join(folder, 'copy'));
  writeFileSync(join(folder, 'copy', `runs.${kind.split(' ')[0]}`), text);
  return runScript(block, folder, 'exit=0');
}

/**
 * Runs a block in `copy` below a folder, with `npx whichtool` being the built command line. UPDATE_DOCS=1 writes
 * what it printed to the page.
 */
export function runScript(block: Block, folder: string, exit: string): Checked {
  const { text, output } = block;
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${CLI}" "$@"\n`,
  );
  chmodSync(join(folder, 'npx'), 0o755);
  const { GITHUB_ACTIONS: _, FORCE_COLOR: __, COLUMNS: ___, ...inherited } = process.env;
  const env = { ...inherited, NO_COLOR: '1', PATH: `${folder}:${process.env.PATH}` };
  const script = `set -o pipefail\nexec 2>&1\n${text}`;
  const cwd = join(folder, 'copy');
  const { status, stdout } = spawnSync('bash', ['-c', script], { cwd, env, encoding: 'utf8' });
  if (process.env.UPDATE_DOCS === '1') pasteOutput(block, stdout);
  return { found: { exit: `exit=${status}`, stdout }, wanted: { exit, stdout: output ?? stdout } };
}
