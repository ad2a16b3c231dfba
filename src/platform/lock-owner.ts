import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './file-issue.ts';

/** Written where the system does not say it. */
const UNKNOWN = '-';

/**
 * This process as a lock names it: host, process id, and on Linux the boot, the process id namespace and the start time.
 * Of these the id alone says nothing: another process may have it after a restart, and in another container.
 */
export function ownerLine(): string {
  const world = [bootId(), pidNamespace(), startTime(process.pid)].map((part) => part ?? UNKNOWN);
  return [hostname(), process.pid, ...world].join(' ');
}

/** Whether the owner of a lock still runs; `unknown` where it cannot be seen from here: another machine or container. */
export function ownerState(line: string): 'running' | 'gone' | 'unknown' {
  const [host, pid, boot = UNKNOWN, namespace = UNKNOWN, started = UNKNOWN] = line.split(' ');
  const id = Number(pid);
  if (!Number.isSafeInteger(id) || id <= 0) return 'unknown';
  if (boot === UNKNOWN || namespace === UNKNOWN) {
    if (host !== hostname()) return 'unknown';
    if (!exists(id)) return 'gone';
    // Without more than an id, on Linux, it may be that of another process after a restart.
    return bootId() === null ? 'running' : 'unknown';
  }
  if (boot !== bootId() || namespace !== pidNamespace()) return 'unknown';
  if (!exists(id)) return 'gone';
  return started === UNKNOWN || startTime(id) === started ? 'running' : 'gone';
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

function bootId(): string | null {
  return attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
}

function pidNamespace(): string | null {
  return attempt(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, ''));
}

/** In ticks since the machine started. */
function startTime(pid: number): string | null {
  return attempt(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program comes before, in brackets, and may contain anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  });
}

/** What Linux says; null on other systems and where it is not readable. */
function attempt(read: () => string): string | null {
  try {
    return read() || null;
  } catch {
    return null;
  }
}
