import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Report } from '#core';
import type { Script } from './loopback-model/server.mjs';
import { type LoopbackProgram, startProgram } from './loopback-model/start-program.ts';
import { whichtool, workspace } from './support/cli.ts';
import { ROOT } from './support/doc-blocks.ts';

// Examples whose recorded answers were given by the scripted judge in `script.json`. UPDATE_DOCS=1 records them again.
const EXAMPLES = [
  { name: 'judge', suite: 'whichtool.yaml', files: ['recorded/judge.jsonl'], before: [] },
  {
    name: 'support-desk',
    suite: 'judge.yaml',
    files: ['recorded/judge.jsonl', 'judge-calibration.json'],
    before: [['judge', 'calibrate', 'words', '--suite', 'judge.yaml', '--record', 'recorded']],
  },
];

const BASE_URL = /^ *base_url:.*$/m;

let folder: ReturnType<typeof workspace>;
let program: LoopbackProgram | null = null;
beforeEach(() => {
  folder = workspace({});
});
afterEach(() => {
  program?.close();
  program = null;
  folder.remove();
});

const read = (path: string): string => readFileSync(join(folder.path, path), 'utf8');
const copy = (name: string): void =>
  cpSync(join(ROOT, 'examples', name), folder.path, { recursive: true });

it.each(EXAMPLES)('$name has the answers that its judge gives', async (example) => {
  const { name, suite, files, before } = example;
  copy(name);
  program = await startProgram(JSON.parse(read('script.json')) as Script);
  const url = program.baseUrls['openai-compatible'];
  folder.write(suite, read(suite).replace(BASE_URL, `  base_url: ${url}`));
  for (const file of files) rmSync(join(folder.path, file));
  for (const args of [...before, ['run', suite, '--no-history', '--record', 'recorded']]) {
    const ran = await whichtool(args, { cwd: folder.path });
    expect({ ...ran, args }).toMatchObject({ code: 0 });
  }
  for (const file of files) {
    const kept = join(ROOT, 'examples', name, file);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(kept, read(file));
    expect(read(file)).toBe(readFileSync(kept, 'utf8'));
  }
});

it('replays them without a key or an address', async () => {
  copy('judge');
  const args = ['run', '--no-history', '--json', '--replay', 'recorded'];
  const known = await whichtool(args, { cwd: folder.path });
  expect(known).toMatchObject({ code: 0, stderr: '' });
  const secret = '  base_url: "${NO_SUCH_URL}"\n  api_key_env: NO_SUCH_KEY';
  folder.write(
    'whichtool.yaml',
    read('whichtool.yaml').replace(BASE_URL, () => secret),
  );
  const blind = await whichtool(args, { cwd: folder.path });
  const measured = ({ stdout }: { readonly stdout: string }): object => {
    const { suite: _, ...rest } = (JSON.parse(stdout) as Report).evals[0]!;
    return rest;
  };
  expect(measured(blind)).toEqual(measured(known));
  expect(measured(known)).toMatchObject({
    judge: { questions: 18, usage: { cost: 0.0056175 }, despite: { items: [{ case: 'over' }] } },
  });
  expect(await whichtool(['run', '--dry-run'], { cwd: folder.path })).toMatchObject({ code: 0 });
  expect(await whichtool(['run'], { cwd: folder.path })).toMatchObject({ code: 2 });
});

it('calibrates from them, without a key, and quotes the result for what people rated', async () => {
  copy('support-desk');
  const secret = '  base_url: "${NO_SUCH_URL}"\n  api_key_env: NO_SUCH_KEY';
  folder.write(
    'judge.yaml',
    read('judge.yaml').replace(BASE_URL, () => secret),
  );
  const calibrate = 'judge calibrate words --suite judge.yaml --replay recorded --out again.json';
  const ran = await whichtool(calibrate.split(' '), { cwd: folder.path });
  expect(ran).toMatchObject({ code: 0 });
  expect(read('again.json')).toBe(read('judge-calibration.json'));
  const args = 'run judge.yaml --no-history --json --replay recorded'.split(' ');
  const report = JSON.parse((await whichtool(args, { cwd: folder.path })).stdout) as Report;
  expect(report.issues).toEqual([]);
  expect(report.evals[0]!.judge?.calibration).toMatchObject({ stale: false });
  expect(report.tests[0]!.judge).not.toHaveProperty('calibration');
});
