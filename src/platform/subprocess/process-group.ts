import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to a program and to all that it started. */
export function signalGroup(id: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  // Windows has no groups: taskkill follows the tree of parents, and ends it at once.
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(id), '/t', '/f'], { stdio: 'ignore' });
  } else reaches(-id, signal);
}

/** Whether no process of the group runs any more. */
export function isGroupGone(id: number): boolean {
  if (process.platform === 'win32') return !reaches(id, 0);
  return !reaches(-id, 0) || (process.platform === 'linux' && holdsOnlyDead(id));
}

function reaches(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

/** The dead stay in their group until their parent collects them, and the first process of a container may never do so. */
function holdsOnlyDead(group: number): boolean {
  return readdirSync('/proc').every((name) => {
    if (!/^\d+$/.test(name)) return true;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The name of the program comes before, in brackets, and may hold anything.
      const [state = '', , ofGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(ofGroup) !== group || state === 'Z' || state === 'X';
    } catch {
      return true;
    }
  });
}
