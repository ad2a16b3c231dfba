import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type InputOptions, openTraces } from './read-inputs.ts';

const RUN = '{"tool_calls":[{"name":"search"}]}\n';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-inputs-'));
  mkdirSync(join(folder, '.git'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** The kinds of all records, with the codes of those that are not traces. */
async function read(
  patterns: readonly string[],
  options: Partial<InputOptions> = {},
): Promise<readonly string[]> {
  const { batches } = await openTraces(patterns, folder, { format: null, ...options });
  const kinds: string[] = [];
  for await (const records of batches)
    for (const record of records)
      kinds.push(record.kind === 'trace' ? 'trace' : `${record.kind} ${record.issue.code}`);
  return kinds;
}

test('a file without a record is an error record beside files with runs', async () => {
  write({ 'a.jsonl': '', 'b.jsonl': RUN });
  expect(await read(['.'])).toEqual(['error NO_RECORDS', 'trace']);
});

test('nothing is returned where no file has a record', async () => {
  write({ 'a.jsonl': '', 'b.jsonl': '\n' });
  const { batches } = await openTraces(['.'], folder, { format: null });
  const first = batches[Symbol.asyncIterator]().next();
  await expect(first).rejects.toThrow(/\n/);
});

test('a file that was named and is not read is an error record, also beside files without one', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'whichtool-target-'));
  writeFileSync(join(elsewhere, 'run.jsonl'), RUN);
  symlinkSync(join(elsewhere, 'run.jsonl'), join(folder, 'link.jsonl'));
  try {
    write({ 'a.jsonl': '' });
    expect(await read(['*.jsonl'])).toEqual(['error LINK_SKIPPED', 'error NO_RECORDS']);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

test('a torn tail is an error record, and a warning where it is allowed', async () => {
  write({ 'a.jsonl': `${RUN}{"tool_ca` });
  expect(await read(['.'])).toEqual(['trace', 'error TRACE_TORN_TAIL']);
  expect(await read(['.'], { allowTornTail: true })).toEqual(['trace', 'warning TRACE_TORN_TAIL']);
});

test('an unknown format is an error before anything is read', async () => {
  write({ 'a.jsonl': RUN });
  await expect(openTraces(['.'], folder, { format: 'morse' })).rejects.toThrow(
    '--format morse: there is no such format',
  );
});

test('names start at the root of the project', async () => {
  write({ 'a.jsonl': '{"tool_calls":[' });
  mkdirSync(join(folder, 'deep'));
  const { batches } = await openTraces(['../a.jsonl'], join(folder, 'deep'), { format: null });
  for await (const [record] of batches)
    expect(record).toMatchObject({ kind: 'error', issue: { where: { file: 'a.jsonl' } } });
});
