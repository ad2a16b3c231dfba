import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendLines } from './append-lines.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-append-'));
  file = join(folder, 'labels', 'ann.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('makes the folder and appends whole lines', async () => {
  expect(await appendLines(file, ['a', 'b'])).toEqual({ ok: true });
  expect(await appendLines(file, ['c'])).toEqual({ ok: true });
  expect(readFileSync(file, 'utf8')).toBe('a\nb\nc\n');
});

it('moves a torn last line aside before it appends', async () => {
  await appendLines(file, ['whole']);
  writeFileSync(file, `{"torn":"${'x'.repeat(100_000)}`, { flag: 'a' });
  expect(await appendLines(file, ['next'])).toEqual({ ok: true });
  expect(readFileSync(file, 'utf8')).toBe('whole\nnext\n');
  expect(readFileSync(`${file}.torn`, 'utf8')).toHaveLength(100_000 + 10);
});

it('keeps a last line that only lacks its line feed', async () => {
  await appendLines(file, ['{"a":1}']);
  writeFileSync(file, '{"b":"}"}', { flag: 'a' });
  expect(await appendLines(file, ['{"c":3}'])).toEqual({ ok: true });
  expect(readFileSync(file, 'utf8')).toBe('{"a":1}\n{"b":"}"}\n{"c":3}\n');
  expect(readdirSync(dirname(file))).toEqual(['ann.jsonl']);
});

it('lets what is appended be decided when nobody else writes', async () => {
  const [first, second] = await Promise.all([
    appendLines(file, () => ['a']),
    appendLines(file, () => (readFileSync(file, 'utf8') === 'a\n' ? [] : ['b'])),
  ]);
  expect([first, second]).toEqual([{ ok: true }, { ok: true }]);
  expect(readFileSync(file, 'utf8')).toBe('a\n');
});

it('takes over the lock of a process that is gone', async () => {
  await appendLines(file, ['a']);
  const gone = execFileSync('sh', ['-c', 'echo $$']).toString().trim();
  writeFileSync(`${file}.lock`, `${hostname()} ${gone}\n`);
  expect(await appendLines(file, ['b'])).toEqual({ ok: true });
  expect(readFileSync(file, 'utf8')).toBe('a\nb\n');
});

it('takes over a lock without an owner: whoever made it was killed before it could sign', async () => {
  await appendLines(file, ['a']);
  writeFileSync(`${file}.lock`, '');
  utimesSync(`${file}.lock`, 0, 0);
  expect(await appendLines(file, ['b'])).toEqual({ ok: true });
  expect(readFileSync(file, 'utf8')).toBe('a\nb\n');
});

it.each([
  ['while it did so', ['.lock', '.lock.clear']],
  ['when it had just done so', ['.lock.clear']],
])('takes over a lock though a process was killed %s', async (_when, left) => {
  await appendLines(file, ['a']);
  const gone = execFileSync('sh', ['-c', 'echo $$']).toString().trim();
  for (const name of left) writeFileSync(`${file}${name}`, `${hostname()} ${gone}\n`);
  expect(await appendLines(file, ['b'])).toEqual({ ok: true });
  expect(readdirSync(dirname(file))).toEqual(['ann.jsonl']);
});

it('loses no line when several append at once', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => appendLines(file, [`${i} one`, `${i} two`])),
  );
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(40);
  for (let at = 0; at < 40; at += 2) expect(lines[at + 1]).toBe(lines[at]?.replace('one', 'two'));
});

it('leaves the file as it was when the system refuses to write', async () => {
  writeFileSync(join(folder, 'labels'), 'a file where a folder should be');
  const outcome = await appendLines(file, ['a']);
  expect(outcome).toMatchObject({ ok: false, issue: { code: 'OUTPUT_UNWRITABLE' } });
  expect(readFileSync(join(folder, 'labels'), 'utf8')).toBe('a file where a folder should be');
});
