import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Report } from '#core';
import { scorerPlan, type Suite, tracesSuite } from '#suite';
import { runOptions } from '../fixtures/run-options.ts';
import { runSuites } from '../run.ts';
import { packData, unpackData } from './pack-data.ts';
import { isSlice, isSliceResult } from './slice-shape.ts';
import { readSlice, type SliceReaders } from './slice.ts';
import type { ThreadPool } from './thread-pool.ts';

let folder: string;
let slicesRead: number;
beforeEach(() => {
  slicesRead = 0;
  folder = mkdtempSync(join(tmpdir(), 'whichtool-slices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads slices here, the last first, from what another process would get. */
const readers: SliceReaders = {
  async read(slices, take) {
    for (const slice of slices.toReversed()) {
      slicesRead += 1;
      const sent = unpackData(packData(slice));
      if (!isSlice(sent)) throw new Error('a slice was not packed');
      const made = await readSlice(sent, new AbortController().signal);
      const result = unpackData(packData(made));
      if (!isSliceResult(result, slice.jobs.length)) throw new Error('a result was not packed');
      take(slice, result);
    }
  },
};

const plain: ThreadPool = { bulkBytes: Infinity, jobBytes: 1, threads: 1, start: null };
const bulk: ThreadPool = { bulkBytes: 0, jobBytes: 400, threads: 1, start: null };
const largeJobs: ThreadPool = { ...bulk, jobBytes: 10_000 };

function suite(): Suite {
  const classes = [
    { name: 'search', members: ['brave.web_search', 'google.search'] },
    { name: 'fetch', members: ['get'] },
  ];
  const scorers = [scorerPlan('equal_function_sets', { classes }), scorerPlan('call_checks', {})];
  return tracesSuite(folder, scorers, { neutral: ['think'] }, 0);
}

function measure(threadPool: ThreadPool, withReaders: SliceReaders | null): Promise<Report> {
  const options = { traces: [join(folder, '*')], threads: null, threadPool, readers: withReaders };
  return runSuites([suite()], runOptions(folder, options));
}

const CALLS = [
  '{"server":"brave","name":"web_search","arguments":{"q":"x"}}',
  '{"name":"get","arguments":"no","status":"error"}',
  '{"name":"think"}',
];

function nativeLines(count: number, prefix: string): string {
  const line = (i: number): string =>
    `{"id":"${prefix}${i}","tool_calls":[${CALLS.filter((_, bit) => ((i >> bit) & 1) === 1).join(',')}],"usage":{"cost":0.${i}}}\n`;
  return Array.from({ length: count }, (_, i) => line(i)).join('');
}

const OTLP = JSON.stringify({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            ['invoke_agent', '0000000000000001', '', 'gen_ai.agent.name', 'desk'],
            ['execute_tool', '0000000000000002', '0000000000000001', 'gen_ai.tool.name', 'get'],
          ].map(([operation, spanId, parentSpanId, key, value], at) => ({
            traceId: '0000000000000000000000000000000a',
            spanId,
            parentSpanId,
            name: operation,
            startTimeUnixNano: String(at + 1),
            endTimeUnixNano: String(at + 9),
            attributes: [
              { key: 'gen_ai.operation.name', value: { stringValue: operation } },
              { key, value: { stringValue: value } },
            ],
          })),
        },
      ],
    },
  ],
});

const FILES: Readonly<Record<string, Readonly<Record<string, string | Buffer>>>> = {
  'native lines in ranges': { 'a.jsonl': nativeLines(80, 'a') },
  'several files and a packed one': {
    'a.jsonl': nativeLines(50, 'a'),
    'b.jsonl': nativeLines(3, 'b'),
    'c.jsonl.gz': gzipSync(nativeLines(40, 'c')),
  },
  'spans beside native lines': { 'a.jsonl': nativeLines(50, 'a'), 'b.json': OTLP },
  'runs that repeat over parts': {
    'a.jsonl': nativeLines(60, 'a') + nativeLines(5, 'a'),
    'b.jsonl': nativeLines(9, 'a'),
  },
  'some bad records': {
    'a.jsonl': `${nativeLines(50, 'a')}{"tool_calls":\n7\n${nativeLines(50, 'b')}`,
  },
  'an empty file': { 'a.jsonl': nativeLines(50, 'a'), 'b.jsonl': '' },
};

it.each(Object.entries(FILES))('reports what one process reports: %s', async (_what, files) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const expected = await measure(plain, null);
  expect(await measure(bulk, readers)).toEqual(expected);
  expect(slicesRead).toBeGreaterThan(1);
});

it.each([
  ['no record at all', { 'a.jsonl': '\n'.repeat(3000) }],
  ['a file of bad records', { 'a.jsonl': nativeLines(50, 'a') + '[\n'.repeat(100_001) }],
])('is refused as by one process: %s', async (_what, files) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const expected = await measure(plain, null).catch((error: unknown) => error);
  expect(expected).toBeInstanceOf(Error);
  expect(await measure(largeJobs, readers).catch((error: unknown) => error)).toEqual(expected);
  expect(slicesRead).toBeGreaterThan(0);
});
