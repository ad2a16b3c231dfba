import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './file-issue.ts';

const PATIENCE_MS = 10_000;
const STEP_MS = 10;

/**
 * Takes a lock that other processes respect, and answers how to give it back. One whose owner is gone is taken over;
 * one that is still held after ten seconds is an error.
 */
export async function lockFile(path: string): Promise<() => void> {
  const owner = `${hostname()} ${process.pid}\n`;
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      writeFileSync(path, owner, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (isAbandoned(path)) rmSync(path, { force: true });
      else if (performance.now() > until) throw heldTooLong(path);
      else await wait(STEP_MS);
    }
  }
}

function isAbandoned(path: string): boolean {
  try {
    const [host, pid] = readFileSync(path, 'utf8').trim().split(' ');
    if (host !== hostname() || pid === undefined) return false;
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

function heldTooLong(path: string): Error {
  const message = `EBUSY: another process holds ${path}; remove it if there is none`;
  return Object.assign(new Error(message), { code: 'EBUSY' });
}
