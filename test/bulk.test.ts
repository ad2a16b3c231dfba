import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLI, whichtool, workspace } from './support/cli.ts';
import { isFull } from './support/full.ts';

const FLAGS = ['--class', 'search=brave.web_search,google.search', '--class', 'fetch=http.get'];
const space = workspace({ 'package.json': '{}' });
afterAll(() => space.remove());

/** More than is read by one thread alone: lines of all sorts, each a little different. */
beforeAll(async () => {
  const file = createWriteStream(join(space.path, 'traces.jsonl'));
  const filler = 'the same text again and again '.repeat(25);
  for (let i = 0; i < 85_000; i++) {
    const calls = [
      `{"server":"brave","name":"web_search","arguments":{"q":"${i}"},"status":"${i % 50 === 0 ? 'error' : 'ok'}"}`,
      `{"server":"http","name":"get","arguments":{"url":"x","n":${i % 7}}}`,
      `{"server":"http","name":"get","arguments":{"n":${i % 5},"url":"x"}}`,
      `{"server":"shell","name":"exec${i % 300}"}`,
    ].slice(0, i % 5);
    const line = `{"id":"${i}","tool_calls":[${calls.join(',')}],"input":"${filler}"}\n`;
    if (!file.write(i % 10_000 === 77 ? `${line.slice(0, 40)}\n` : line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
});

it('writes the same bytes with one thread and with several', async () => {
  const reports: string[] = [];
  for (const threads of isFull ? ['1', '2', '16'] : ['1', '16']) {
    const report = `report-${threads}.json`;
    const args = ['score', 'traces.jsonl', ...FLAGS, '--concurrency', threads];
    const ran = await whichtool([...args, '--reporter', `json=${report}`], { cwd: space.path });
    expect(ran.stderr).toBe('');
    expect(ran.code).toBe(3);
    reports.push(readFileSync(join(space.path, report), 'utf8'));
  }
  expect(reports.every((report) => report === reports[0])).toBe(true);
  const [test] = (JSON.parse(reports[0] as string) as { tests: { runs: number; errors: number }[] })
    .tests;
  expect(test).toMatchObject({ runs: 84_991, errors: 9 });
});

it('counts a repeated run once and refuses two runs with one id, as at any size', async () => {
  const first = readFileSync(join(space.path, 'traces.jsonl'), 'utf8').slice(0, 100_000);
  const lines = first.split('\n').slice(0, 90);
  const line = (i: number): string => lines[i] as string;
  space.write('same.jsonl', [line(1), line(80)].join('\n'));
  const args = ['score', 'traces.jsonl', 'same.jsonl', ...FLAGS, '--json'];
  const same = await whichtool(args, { cwd: space.path });
  expect(JSON.parse(same.stdout)).toMatchObject({ runs: 84_991 });
  space.write('same.jsonl', [line(1), line(80).replace('same text', 'other text')].join('\n'));
  const other = await whichtool(args, { cwd: space.path });
  expect([other.code, other.stdout]).toEqual([2, '']);
  expect(other.stderr).toContain('traces.jsonl:81 ');
  expect(other.stderr).toContain('have the id "80" [RUN_CONFLICT]');
});

it('gives threads little to load, and all the rest where it is needed', () => {
  const thread = readFileSync(join(dirname(CLI), 'cli/worker-thread.js'), 'utf8');
  expect(thread.length).toBeLessThan(30_000);
  const loaded = [...thread.matchAll(/(?:from |import\()"([^"]+)"/g)].map(([, name]) => name);
  const own = new Set(loaded.filter((name) => !name?.startsWith('node:')));
  expect([...own]).toEqual(['./reading-worker.js']);
  expect(existsSync(join(dirname(CLI), 'cli/reading-worker.js'))).toBe(true);
});

it('refuses a number of threads that is none', async () => {
  const ran = await whichtool(['score', 'traces.jsonl', '--concurrency', '0'], { cwd: space.path });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('FLAG_CONCURRENCY');
});

it('leaves nothing behind when it is interrupted', async () => {
  const before = readdirSync(space.path).sort();
  const args = ['score', 'traces.jsonl', ...FLAGS, '--reporter', 'json=half.json'];
  const child = spawn(process.execPath, [CLI, ...args], { cwd: space.path, stdio: 'ignore' });
  await once(child, 'spawn');
  child.kill('SIGINT');
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(code ?? signal).toBe('SIGINT');
  expect(readdirSync(space.path).sort()).toEqual(before);
});
