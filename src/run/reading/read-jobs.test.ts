import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InspectionReport, WITH_PII } from '#core';
import { Drawing, type SamplePlan } from '#dataset';
import { findTraces, writeKept } from '#readers';
import { inspectTraces } from '../inspect.ts';
import { openRecordWorker } from './open-record-worker.ts';
import { readDrawingWith } from './read-drawing.ts';
import type { ThreadPool } from './thread-pool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-jobs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Workers that live here, but get and give only what could be sent to a thread. */
const startRecords: ThreadPool['startRecords'] = (task, onRecords) => {
  const opened = openRecordWorker(structuredClone(task), onRecords);
  let last: Promise<unknown> = opened;
  const after = <T>(work: () => T | Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  return {
    run: (job) => after(async () => structuredClone(await (await opened).run(job))),
    finish: () => after(async () => structuredClone((await opened).finish())),
    stop: () => {},
  };
};

const plain: ThreadPool = { bulkBytes: Infinity, jobBytes: 1, threads: 1, start: null };
const bulk = (threads: number, jobBytes: number): ThreadPool => ({
  bulkBytes: 0,
  jobBytes,
  threads,
  start: null,
  ...(threads === 1 ? {} : { startRecords }),
});

function inspect(threadPool: ThreadPool): Promise<InspectionReport> {
  return inspectTraces([join(folder, '*.jsonl')], {
    cwd: folder,
    format: null,
    requester: null,
    thresholds: [{ metric: 'tokens.mean', op: '<=', text: '100' }],
    maxErrors: 0,
    allowTornTail: true,
    version: '0',
    threadPool,
    onProgress: () => {},
  });
}

const PLAN: SamplePlan = {
  size: 40,
  seed: '1',
  by: ['tool'],
  unit: 'trace',
  minimum: 1,
  redaction: WITH_PII,
};

async function draw(threadPool: ThreadPool, unit: SamplePlan['unit']): Promise<unknown> {
  const catalog = writeKept([{ server: null, name: 'find', inputSchema: { maximum: 7 } }]);
  const drawing = new Drawing({ plan: { ...PLAN, unit }, requester: null, catalog });
  const found = await findTraces([join(folder, '*.jsonl')], folder, null);
  await readDrawingWith(threadPool)(drawing, found, { format: null, onProgress: () => {} });
  return drawing.finish();
}

const call = fc.record(
  {
    name: fc.constantFrom('find', 'load', 'Ω'),
    server: fc.constantFrom('a', 'b', null),
    arguments: fc.oneof(fc.record({ q: fc.constantFrom(1, 2, '<x>') }), fc.constant('not parsed')),
    status: fc.constantFrom('ok', 'error', 'denied', null),
    duration_ms: fc.nat(3000),
    requester: fc.constantFrom('user', 'agent'),
  },
  { requiredKeys: ['name'] },
);

const trace = fc.record(
  {
    id: fc.constantFrom('1', '2', '3'),
    tool_calls: fc.array(call, { maxLength: 4 }),
    input: fc.constantFrom('where is it?', 'mail ann@example.org'),
    output: fc.constantFrom(
      'here',
      '<tool_call>{"name":"load"}</tool_call>',
      '```bash\nls\n```',
      'Action: load\nAction Input: x',
      null,
    ),
    usage: fc.record(
      {
        input_tokens: fc.nat(900),
        output_tokens: fc.nat(90),
        cost: fc.constantFrom(0.25, 1e-9, 999),
      },
      { requiredKeys: [] },
    ),
    tools: fc.constantFrom([{ name: 'find', cost: 2 }], []),
    partial: fc.boolean(),
    error: fc.constantFrom('crashed', null),
  },
  { requiredKeys: ['tool_calls'] },
);

/** Lines as programs write them: mostly plain runs, some that a scan leaves to the parser, some that are broken. */
const line = fc.oneof(
  { weight: 6, arbitrary: trace.map((value) => JSON.stringify(value)) },
  {
    weight: 6,
    arbitrary: fc
      .array(fc.constantFrom('ok', 'error'), { minLength: 1, maxLength: 5 })
      .map((statuses) =>
        JSON.stringify({
          tool_calls: statuses.map((status, i) => ({
            name: 'find',
            arguments: { n: i % 2 },
            status,
          })),
          usage: { input_tokens: 7, output_tokens: statuses.length, cost: 0.1 },
        }),
      ),
  },
  fc.constant('{"tool_calls":[{"name":"find","arguments":{"n":1.0,"m":12345678901234567890}}]}'),
  fc.constant('{"tool_calls":['),
  fc.constant('{"tool_calls":7}'),
);

const files = fc.array(fc.array(line, { minLength: 1, maxLength: 30 }), {
  minLength: 1,
  maxLength: 2,
});
const pool = fc.record({
  threads: fc.integer({ min: 1, max: 3 }),
  jobBytes: fc.integer({ min: 150, max: 3000 }),
});

function writeFiles(contents: readonly (readonly string[])[]): void {
  for (const [i, lines] of contents.entries())
    writeFileSync(join(folder, `${i}.jsonl`), `{"tool_calls":[]}\n${lines.join('\n')}\n`);
}

describe('records that are read in jobs', () => {
  it('are inspected alike, whatever the runs are, and however they are shared out', async () => {
    await fc.assert(
      fc.asyncProperty(files, pool, async (contents, { threads, jobBytes }) => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        writeFiles(contents);
        const whole = JSON.stringify(await inspect(plain));
        expect(JSON.stringify(await inspect(bulk(threads, jobBytes)))).toBe(whole);
      }),
      { numRuns: 25 },
    );
  });

  it('give the same sample, however they are shared out', async () => {
    const unit = fc.constantFrom('decision', 'conversation', 'trace') as fc.Arbitrary<
      SamplePlan['unit']
    >;
    await fc.assert(
      fc.asyncProperty(files, pool, unit, async (contents, { threads, jobBytes }, drawn) => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        writeFiles(contents);
        const whole = JSON.stringify(await draw(plain, drawn));
        expect(JSON.stringify(await draw(bulk(threads, jobBytes), drawn))).toBe(whole);
      }),
      { numRuns: 25 },
    );
  });

  it('of a file without a record are an error beside others, and refused alone', async () => {
    writeFileSync(join(folder, '0.jsonl'), '\n'.repeat(2000));
    await expect(inspect(bulk(2, 500))).rejects.toMatchObject({ issues: [{ code: 'NO_RECORDS' }] });
    writeFileSync(join(folder, '1.jsonl'), '{"tool_calls":[]}\n'.repeat(100));
    for (const threads of [1, 3])
      expect(await inspect(bulk(threads, 500))).toMatchObject({
        runs: { measured: 100, errors: 1 },
        formats: [{ format: 'native', files: 1 }],
      });
  });
});
