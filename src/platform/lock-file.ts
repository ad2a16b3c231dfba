import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './file-issue.ts';

const PATIENCE_MS = 10_000;
const STEP_MS = 10;
/** A lock gets its owner right after it is made; one without an owner for longer was left by a process that was killed in between. */
const NAMELESS_MS = 1000;

/**
 * Takes a lock that other processes respect, and answers how to give it back. One whose owner is gone is taken over;
 * one that is still held after ten seconds is an error.
 */
export async function lockFile(
  path: string,
  patienceMs: number = PATIENCE_MS,
): Promise<() => void> {
  const until = performance.now() + patienceMs;
  while (!take(path)) {
    if (performance.now() > until) throw heldTooLong(path);
    if (!isAbandoned(path) || !clear(path)) await wait(STEP_MS);
  }
  return () => {
    // Left by a process that was killed when it had removed a lock; as long as this one is held nobody needs it.
    removeAbandonedGuard(path);
    rmSync(path, { force: true });
  };
}

function take(path: string): boolean {
  try {
    writeFileSync(path, `${hostname()} ${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // On a full disk the file may be made and stay empty.
    rmSync(path, { force: true });
    throw error;
  }
}

/**
 * Removes a lock whose owner is gone. One process at a time may: of two that saw the same lock, the second would remove
 * the one that the first has taken since.
 */
function clear(path: string): boolean {
  const guard = guardOf(path);
  if (!take(guard)) {
    removeAbandonedGuard(path);
    return false;
  }
  try {
    if (isAbandoned(path)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
  return true;
}

function guardOf(path: string): string {
  return `${path}.clear`;
}

function removeAbandonedGuard(path: string): void {
  const guard = guardOf(path);
  if (isAbandoned(guard)) rmSync(guard, { force: true });
}

function isAbandoned(path: string): boolean {
  try {
    const owner = readFileSync(path, 'utf8').trim();
    if (owner === '') return Date.now() - statSync(path).mtimeMs > NAMELESS_MS;
    const [host, pid] = owner.split(' ');
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
