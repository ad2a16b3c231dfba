import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './file-issue.ts';
import { ownerLine, ownerState } from './lock-owner.ts';

const PATIENCE_MS = 10_000;
const STEP_MS = 10;
/** A lock gets its owner right after it is made; one without an owner for longer was left by a process that was killed in between. */
const NAMELESS_MS = 1000;
/** How often the owner of a lock touches it. */
const TOUCH_MS = 4000;
/** A lock whose owner cannot be seen, and that is not touched for so long, has no owner. */
const UNTOUCHED_MS = 20_000;

export interface LockOptions {
  /** How long to wait for an owner that runs. */
  readonly patienceMs?: number;
  readonly untouchedMs?: number;
  readonly touchMs?: number;
}

/**
 * Takes a lock that other processes respect, and returns how to give it back. A lock whose owner is gone is taken over:
 * at once where the system says so, otherwise (another container or machine) after it was not touched for 20 seconds.
 * Rejects with EBUSY where the owner runs on.
 */
export async function lockFile(
  path: string,
  { patienceMs = PATIENCE_MS, untouchedMs = UNTOUCHED_MS, touchMs = TOUCH_MS }: LockOptions = {},
): Promise<() => void> {
  const watch = new LockWatch(untouchedMs);
  const began = performance.now();
  while (!take(path)) {
    const limit = watch.isUnknown(path) ? Math.max(patienceMs, 2 * untouchedMs) : patienceMs;
    if (performance.now() - began > limit) throw heldTooLong(path);
    if (!watch.isAbandoned(path) || !clear(path, watch)) await wait(STEP_MS);
  }
  const touching = setInterval(() => touch(path), touchMs).unref();
  return () => {
    clearInterval(touching);
    // Left by a process that was killed when it had removed a lock; while this one is held it is not needed.
    removeAbandonedGuard(path, watch);
    // A process that was stopped for long may have lost its lock to another one.
    if (ownerOf(path) === ownerLine()) rmSync(path, { force: true });
  };
}

function take(path: string): boolean {
  try {
    writeFileSync(path, `${ownerLine()}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // On a full disk the file may be made and stay empty.
    rmSync(path, { force: true });
    throw error;
  }
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Removed by hand: there is nothing to touch.
  }
}

/**
 * Removes a lock whose owner is gone. One process at a time may: of two that saw the same lock, the second would remove
 * the one that the first has taken since.
 */
function clear(path: string, watch: LockWatch): boolean {
  const guard = guardOf(path);
  if (!take(guard)) {
    removeAbandonedGuard(path, watch);
    return false;
  }
  try {
    if (watch.isAbandoned(path)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
  return true;
}

function guardOf(path: string): string {
  return `${path}.clear`;
}

function removeAbandonedGuard(path: string, watch: LockWatch): void {
  const guard = guardOf(path);
  if (watch.isAbandoned(guard)) rmSync(guard, { force: true });
}

/** Looks at locks again and again, by its own clock: those of two machines may differ. */
class LockWatch {
  readonly #untouchedMs: number;
  readonly #seen = new Map<string, { readonly state: string; readonly sinceMs: number }>();

  constructor(untouchedMs: number) {
    this.#untouchedMs = untouchedMs;
  }

  /** Whether the owner of a lock cannot be seen from here. */
  isUnknown(path: string): boolean {
    const owner = ownerOf(path);
    return owner !== null && owner !== '' && ownerState(owner) === 'unknown';
  }

  isAbandoned(path: string): boolean {
    const owner = ownerOf(path);
    const touchedMs = touchedAt(path);
    if (owner === null || touchedMs === null) return false;
    if (owner === '') return Date.now() - touchedMs > NAMELESS_MS;
    const state = ownerState(owner);
    return state === 'gone' || (state === 'unknown' && this.#isUntouched(path, owner, touchedMs));
  }

  #isUntouched(path: string, owner: string, touchedMs: number): boolean {
    const state = `${owner} ${touchedMs}`;
    const seen = this.#seen.get(path);
    const now = performance.now();
    if (seen?.state === state) return now - seen.sinceMs > this.#untouchedMs;
    this.#seen.set(path, { state, sinceMs: now });
    return false;
  }
}

/** The owner that a lock names; null where there is no lock. */
function ownerOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

function touchedAt(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
}

function heldTooLong(path: string): Error {
  const message = `EBUSY: another process holds ${path}; remove it if there is none`;
  return Object.assign(new Error(message), { code: 'EBUSY' });
}
