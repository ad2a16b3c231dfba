import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { compileScanner, cutLines, NativeCounter } from '#bulk';
import { chooseFormat, readHead, readTraces, type TraceRecord } from '#readers';
import { LineCounter } from './line-counter.ts';
import { readRange } from './read-range.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-range-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 't.jsonl');
const scanner = new NativeCounter<never>({
  tests: [],
  selected: new Set(),
  compared: null,
  scores: true,
  compileScanner,
  addRun: () => expect.unreachable(),
});
const scan: NativeCounter<never>['scan'] = (range, fd) => scanner.scan(range, fd);

/** The records of a file as ranges of so many bytes give them; lines that a scan could take are left to be read. */
function readInRanges(text: string | Buffer, bytes: number): TraceRecord[] {
  writeFileSync(path, text);
  const start = readHead(path, [])?.start ?? 0;
  const size = Buffer.byteLength(text);
  const counter = new LineCounter(path);
  const records: TraceRecord[] = [];
  let total = 0;
  for (const range of cutLines({ path, displayName: 't.jsonl' }, { start, size, bytes })) {
    total += readRange(range, {
      scan,
      counter,
      take: () => false,
      read: (record) => records.push(structuredClone(record)),
    }).records;
  }
  expect(total).toBe(records.length);
  return records;
}

async function readWhole(): Promise<TraceRecord[]> {
  const records: TraceRecord[] = [];
  for await (const batch of readTraces([{ path, displayName: 't.jsonl' }], {
    format: await chooseFormat('native'),
  }))
    records.push(...batch);
  return records;
}

const GOOD = '{"tool_calls":[{"name":"get","arguments":{"q":"ü"}}]}';

it('reads in ranges what it reads as a whole, with the same places', async () => {
  const line = fc.oneof(
    { weight: 5, arbitrary: fc.constant(GOOD) },
    fc.constantFrom('', ' ', '\r', `${GOOD}\r`, `  ${GOOD}`, '{"tool_calls":[]}', '[]', '{"a":1'),
    fc.nat(900).map((length) => `{"tool_calls":[],"input":"${'x'.repeat(length)}"}`),
    fc.constantFrom('\u00ff', '{"tool_calls":[],"error":"x"}', '{"tool_calls":"x"}', '\u0000'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.constantFrom('\n', ''),
      fc.constantFrom('latin1' as const, 'utf8' as const),
      async (lines, bytes, end, encoding) => {
        const text = Buffer.from(`${GOOD}\n${lines.join('\n')}${end}`, encoding);
        const inRanges = readInRanges(text, bytes);
        expect(inRanges).toEqual(await readWhole());
      },
    ),
    { numRuns: 150 },
  );
});

it('puts a line together that is longer than the block, and refuses one that is longer than any record', async () => {
  const long = `{"tool_calls":[],"input":"${'x'.repeat(3_000_000)}"}`;
  const tooLong = `{"tool_calls":[],"input":"${'x'.repeat(17 * 1024 * 1024)}"}`;
  const text = [GOOD, long, GOOD, tooLong, GOOD, long].join('\n');
  const inRanges = readInRanges(text, 1_000_000);
  expect(inRanges.map(({ kind }) => kind)).toEqual([
    'trace',
    'trace',
    'trace',
    'error',
    'trace',
    'trace',
  ]);
  expect(inRanges[3]).toMatchObject({ issue: { code: 'TRACE_TOO_LONG', where: { line: 4 } } });
  expect(inRanges).toEqual(await readWhole());
});

it('gives every trace to the scan first, and reads only what is not taken', () => {
  const lines = Array.from({ length: 500 }, (_, i) => (i % 5 === 0 ? '{"tool_calls":1}' : GOOD));
  writeFileSync(path, `${lines.join('\n')}\n`);
  const size = Buffer.byteLength(`${lines.join('\n')}\n`);
  let [taken, read] = [0, 0];
  for (const range of cutLines({ path, displayName: 't' }, { start: 0, size, bytes: 3000 })) {
    readRange(range, {
      scan,
      counter: new LineCounter(path),
      take: () => ++taken > 0,
      read: () => ++read,
    });
  }
  expect([taken, read]).toEqual([400, 100]);
});

it('says that a file became shorter than it was when it was cut into ranges', () => {
  writeFileSync(path, `${GOOD}\n`);
  const records: TraceRecord[] = [];
  const end = 3 * Buffer.byteLength(GOOD);
  const read = (start: number): number =>
    readRange(
      { path, displayName: 't.jsonl', start, end },
      {
        scan,
        counter: new LineCounter(path),
        take: () => false,
        read: (record) => records.push(record),
      },
    ).records;
  expect([read(0), read(end - 9)]).toEqual([2, 1]);
  const at = (offset: number): object => ({
    kind: 'error',
    issue: { code: 'FILE_SHRUNK', where: { file: 't.jsonl', offset } },
  });
  expect(records).toMatchObject([{ kind: 'trace' }, at(GOOD.length + 2), at(end - 9)]);
});
