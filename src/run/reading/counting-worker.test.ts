import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compileScanner, type LineRange, type PrecomputedTable } from '#bulk';
import type { ReadingWorker } from './reading-worker.ts';
import { CountingWorker } from './counting-worker.ts';
import type { Job, JobResult } from './job.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-counting-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 't.jsonl');

const GOOD = '{"test":"one","tool_calls":[{"name":"get"}]}\n';
const OTHER = '{"tool_calls":[{"name":"get"},{"name":"get"}]}\n';
const ODD = '{"test":"one","tool_calls":[{"name":"new"}]}\n';

/** Runs named "one" are of the test in place 3, those without a name of the one in place 5; both know one tool. */
const TABLE: PrecomputedTable = {
  tools: [{ server: null, name: 'get' }],
  tests: [3, 5].map((place) => [
    place,
    {
      spec: { faults: 0, classes: 1, ignoresRepeats: true },
      evidence: 0,
      facts: [[0, 0x4100_0001]],
      lists: false,
      settled: [],
    },
  ]),
  names: [
    [0, 'one', 3],
    [0, null, 5],
  ],
};

/** Requests to the worker that reads everything. */
let done: unknown[] = [];

const everything = {
  useTable: (): void => void done.push('table'),
  skip: (...what: unknown[]): void => void done.push(['skip', ...what]),
  run: ({ range }: Job): Promise<JobResult> => {
    done.push(['run', range?.start]);
    return Promise.resolve({ lines: 100, records: 100, bad: 0, hashes: [] });
  },
  finish: (): unknown => 'everything',
} as unknown as ReadingWorker;

function worker(): CountingWorker {
  done = [];
  const setup = {
    plans: [],
    selected: [],
    claims: [],
    format: null,
    allowTornTail: false,
    redaction: null,
    hasEvidenceText: true,
    drivenAt: [],
    module: compileScanner(),
  };
  return new CountingWorker(setup, () => {
    done.push('open');
    return Promise.resolve(everything);
  });
}

function job(index: number, text: string, range: Partial<LineRange> = {}): Job {
  writeFileSync(path, text);
  const whole = { path, displayName: 't.jsonl', start: 0, end: Buffer.byteLength(text), ...range };
  return { index, claim: 0, files: [], range: whole, bytes: 0 };
}

it('counts runs by its table, without the full worker', async () => {
  const one = worker();
  one.useTable(TABLE);
  expect(await one.run(job(4, GOOD + OTHER + GOOD))).toMatchObject({ records: 3 });
  expect(await one.run(job(7, OTHER))).toMatchObject({ records: 1 });
  expect(done).toEqual([]);
  const { counted, worker: other } = one.finish();
  expect(other).toBeNull();
  expect(counted?.numbers).toEqual([
    [3, [[4, 2]]],
    [
      5,
      [
        [4, 1],
        [7, 1],
      ],
    ],
  ]);
  const sequences = counted?.counted.sequences.map(
    ({ testId, times, repeats, job: first, number }) => [
      counted.counted.tests[testId],
      times,
      repeats,
      first,
      number,
    ],
  );
  expect(sequences).toEqual([
    [3, 2, 0, 4, 0],
    [5, 2, 2, 4, 0],
  ]);
});

it('leaves a range from the first line on that it cannot count, with the numbers of the runs before it', async () => {
  const one = worker();
  one.useTable(TABLE);
  await one.run(job(1, GOOD));
  expect(await one.run(job(2, GOOD + GOOD + ODD + GOOD))).toMatchObject({ records: 102 });
  expect(await one.run(job(3, GOOD))).toMatchObject({ records: 100 });
  expect(done).toEqual([
    'open',
    'table',
    ['skip', 2, [[3, 2]]],
    ['run', 2 * GOOD.length],
    ['run', 0],
  ]);
  expect(one.finish()).toMatchObject({
    worker: 'everything',
    counted: {
      numbers: [
        [3, [[1, 1]]],
        [5, []],
      ],
    },
  });
});

it.each([
  ['a last line without its end', GOOD + GOOD.trim(), {}, GOOD.length],
  ['bytes that are not UTF-8', Buffer.from(`${GOOD}\u00ff\n`, 'latin1').toString('latin1'), {}, 0],
  ['a line that is longer than a block', GOOD + ' '.repeat(600_000) + GOOD, {}, GOOD.length],
  ['a file that is shorter than it was', GOOD, { end: 2 * GOOD.length }, GOOD.length],
  ['a file that is gone', GOOD, { path: join(folder, 'nothing') }, 0],
])('leaves %s to the full worker', async (_what, text, range, start) => {
  const one = worker();
  one.useTable(TABLE);
  const given = job(1, text, range);
  if (text.includes('\u00ff')) writeFileSync(path, text, 'latin1');
  await one.run(given);
  expect(done.at(-1)).toEqual(['run', start]);
});

it('leaves jobs without a table, and files that are not cut, to the full worker', async () => {
  const one = worker();
  await one.run(job(1, GOOD));
  expect(done).toEqual(['open', ['run', 0]]);
  const two = worker();
  two.useTable(TABLE);
  await two.run({ ...job(1, GOOD), range: null });
  expect(done).toEqual(['open', 'table', ['run', undefined]]);
});
