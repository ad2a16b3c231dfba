import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { InspectionReport } from '#core';
import { spawnWhichtool, whichtool, workspace } from './support/cli.ts';
import { storedFrame, writeZip } from './support/packed.ts';

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  folder = workspace({});
});
afterEach(() => folder.remove());

const A = '{"tool_calls":[{"name":"a"}]}';
/** A run, a line that is none, one that lacks its end. */
const LINES = `${A}\ngarbage\n${A.slice(0, 20)}`;

it.each([
  ['a file', 't.jsonl', Buffer.from(LINES), ['t.jsonl:2:1', 't.jsonl:3']],
  ['a list', 't.json', Buffer.from(`[${A},!,${A.slice(0, 9)}`), ['t.json byte 31', 't.json:1']],
  ['gzip', 't.jsonl.gz', gzipSync(LINES), ['t.jsonl.gz:2:1', 't.jsonl.gz:3']],
  ['Zstandard', 't.jsonl.zst', storedFrame(LINES), ['t.jsonl.zst:2:1', 't.jsonl.zst:3']],
  [
    'an archive',
    't.zip',
    writeZip([
      { name: '../../.bashrc', content: 'x' },
      { name: 'a.json', content: A },
      { name: 'b.json', content: '/etc/passwd', mode: 0o120_777 },
    ]),
    ['t.zip!../../.bashrc', 't.zip!b.json'],
  ],
])(
  'what cannot be read of %s is an errored run with its place, as many as --max-errors allows',
  async (_, name, bytes, places) => {
    writeFileSync(join(folder.path, name), bytes);
    const inspect = (...args: string[]): ReturnType<typeof whichtool> =>
      whichtool(['inspect', ...args], { cwd: folder.path });
    const strict = await inspect(name, '--max-errors', '1', '--json');
    const { runs, unmeasured } = JSON.parse(strict.stdout) as InspectionReport;
    expect([strict.code, runs.measured, runs.errors]).toEqual([3, 1, 2]);
    expect(unmeasured.items.map(({ where }) => where?.replace(/ \/.*$/, ''))).toEqual(places);
    if (name !== 't.zip') expect((await inspect('.', '--max-errors', '2')).code).toBe(0);
    const converted = await whichtool(['convert', name], { cwd: folder.path });
    expect(converted.code).toBe(3);
    expect(converted.stderr).toContain('3 runs (2 errored)');
  },
);

it.each([
  ['inspect', 't.log', { runs: { measured: 2, errors: 1 } }],
  // Much to read is read in parts.
  ['score', 't.jsonl', { totals: { runs: 2, errors: 1 } }],
])('%s passes over a line of 1 GB in little memory', async (verb, name, counts) => {
  const path = join(folder.path, name);
  writeFileSync(path, `${A}\n`);
  truncateSync(path, 2 ** 30);
  appendFileSync(path, `\n${A}\n`);
  const tellMemory = 'process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';
  const nodeArgs = ['--max-old-space-size=64', '--import', `data:text/javascript,${tellMemory}`];
  const args = [verb, name, '--reporter', 'json'];
  const { code, stdout, stderr } = await spawnWhichtool(args, { cwd: folder.path, nodeArgs });
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject(counts);
  expect(stdout).toContain('TRACE_TOO_LONG');
  expect(stdout).toContain(`"${name}:2"`);
  expect(Number(stderr.trim().split('\n').at(-1))).toBeLessThan(200 * 1024);
});
