import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockFile } from './lock-file.ts';
import { ownerLine, ownerState } from './lock-owner.ts';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-lock-'));
  lock = join(folder, 'runs.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const QUICK = { patienceMs: 100, untouchedMs: 150 };
/** For locks that are touched: a busy machine may be late by far more than the span between two touches. */
const TOUCHED = { patienceMs: 100, untouchedMs: 1000 };
const OTHER_BOOT = '11111111-2222-3333-4444-555555555555';

/** The parts of our own line, some of them replaced. */
function forge(replaced: Readonly<Record<number, string>>): string {
  return ownerLine()
    .split(' ')
    .map((part, index) => replaced[index] ?? part)
    .join(' ');
}

it('takes over the lock of a process that was killed with kill -9', async () => {
  const holder = join(import.meta.dirname, 'lock-file.ts');
  const script = `require('jiti').createJiti(process.argv[1]).import(process.argv[1])
    .then(({ lockFile }) => lockFile(process.argv[2]))
    .then(() => { console.log('held'); setInterval(() => {}, 1000); });`;
  const child = spawn(process.execPath, ['-e', script, holder, lock], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await expect(lockFile(lock, QUICK)).rejects.toMatchObject({ code: 'EBUSY' });
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  const release = await lockFile(lock, QUICK);
  expect(readFileSync(lock, 'utf8')).toBe(`${ownerLine()}\n`);
  release();
  expect(existsSync(lock)).toBe(false);
});

describe.runIf(process.platform === 'linux')('on Linux', () => {
  it('takes over at once where the process id belongs to another process by now', async () => {
    writeFileSync(lock, `${forge({ 4: '1' })}\n`);
    (await lockFile(lock, { patienceMs: 100 }))();
  });

  it.each([
    ['process 1 of another container', { 0: 'f00dcafe', 1: '1', 3: '4026539999' }],
    ['process 1 of another boot', { 0: 'f00dcafe', 1: '1', 2: OTHER_BOOT }],
    ['our own host before it restarted', { 1: '1', 2: OTHER_BOOT }],
  ])('takes over the lock of %s once it is not touched any more', async (_whose, replaced) => {
    writeFileSync(lock, `${forge(replaced)}\n`);
    (await lockFile(lock, QUICK))();
  });

  it('takes over a lock with a host and process 1 alone, as older versions wrote it', async () => {
    writeFileSync(lock, `${hostname()} 1\n`);
    (await lockFile(lock, QUICK))();
  });
});

it('respects a lock of another machine as long as it is touched', async () => {
  writeFileSync(lock, 'another-host 1\n');
  const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), 20);
  try {
    await expect(lockFile(lock, TOUCHED)).rejects.toMatchObject({ code: 'EBUSY' });
  } finally {
    clearInterval(beat);
  }
});

it('touches the lock that it holds', async () => {
  const release = await lockFile(lock, { touchMs: 20 });
  utimesSync(lock, 0, 0);
  await vi.waitFor(() => expect(statSync(lock).mtimeMs).toBeGreaterThan(0), { timeout: 30_000 });
  release();
});

it('does not remove a lock that another process has taken since', async () => {
  const release = await lockFile(lock);
  writeFileSync(lock, 'another-host 1\n');
  release();
  expect(readFileSync(lock, 'utf8')).toBe('another-host 1\n');
});

it('names itself as running', () => {
  expect(ownerState(ownerLine())).toBe('running');
});
