import { createHash } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadSuites, openRun, type OpenRunOptions } from '#run';
import { recordRuns } from './shop-agent.ts';
import { labelSample } from './label-sample.ts';
import { type ShopQuestion, shopQuestions } from './shop-questions.ts';
import { SHOP_PRODUCTION, SHOP_RUNS, type ShopRun } from './shop-runs.ts';
import { SHOP_LIVE_SUITE, SHOP_SUITE } from './shop-texts.ts';
import { storeTraffic } from './store-traffic.ts';

/** Questions of production differ from those of the dataset. */
const PRODUCTION_SERIES = 400;

/** Writes the example project into an empty folder: its runs are measured and kept, its labels are half done. */
export async function makeDemo(root: string, version: string): Promise<void> {
  const write = (name: string, text: string): void => writeText(join(root, name), text);
  const questions = shopQuestions(0);
  write('package.json', '{ "private": true }\n');
  write('whichtool.yaml', SHOP_SUITE);
  write('questions.jsonl', lines(questions.map(toRow)));
  for (const run of SHOP_RUNS) {
    checkOut(root, run);
    write('traces.jsonl', lines(recordRuns(questions, run.agent)));
    // Recorded when it was measured: a later file may not be the one that a report is about.
    const startedAt = new Date(run.startedAt);
    utimesSync(join(root, 'traces.jsonl'), startedAt, startedAt);
    await measure(root, run, version);
  }
  const asked = shopQuestions(PRODUCTION_SERIES);
  write('production.jsonl', lines(recordRuns(asked, SHOP_PRODUCTION).map(withoutCase)));
  await labelSample(root, asked);
  write('production.whichtool.yaml', SHOP_LIVE_SUITE);
  write('.whichtool/live/suite.json', `${JSON.stringify({ file: 'production.whichtool.yaml' })}\n`);
  await storeTraffic(root, Date.now());
}

function toRow({ id, text, tool, arguments: values }: ShopQuestion): object {
  return tool === 'none'
    ? { id, input: text, expected_tool: 'none' }
    : { id, input: text, expected_tool: tool, expected_args: values };
}

function withoutCase({ case: id, ...trace }: ReturnType<typeof recordRuns>[number]): object {
  return { id, ...trace };
}

/** What git would say: the history records the branch and the commit of a run. */
function checkOut(root: string, { branch, startedAt }: ShopRun): void {
  const commit = createHash('sha1').update(`${branch} ${startedAt}`).digest('hex');
  writeText(join(root, '.git', 'HEAD'), `ref: refs/heads/${branch}\n`);
  writeText(join(root, '.git', 'refs', 'heads', branch), `${commit}\n`);
}

async function measure(root: string, run: ShopRun, version: string): Promise<void> {
  const suites = await loadSuites([join(root, 'whichtool.yaml')], root);
  const opened = await openRun(suites, optionsOf(root, version));
  const facts = { name: run.name, startedAt: new Date(run.startedAt), durationMs: 1800 };
  await opened.make(null, () => facts);
}

/** As the suite says; there is nothing to drive and nothing to judge. */
function optionsOf(cwd: string, version: string): OpenRunOptions {
  return {
    cwd,
    version,
    traces: null,
    dataset: null,
    runs: null,
    filter: null,
    format: null,
    allowTornTail: false,
    threads: 1,
    onProgress: () => {},
    drive: {
      folder: join(cwd, '.whichtool', 'live'),
      isReplay: true,
      keepsFresh: false,
      concurrency: 1,
      noExecution: null,
      listen: () => new AbortController().signal,
      onProgress: () => {},
      onNote: () => {},
    },
    baseline: { baseline: null, shard: null, regression: null, cwd, onNote: () => {} },
  };
}

function lines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
