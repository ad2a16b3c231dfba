import { readdirSync, readFileSync } from 'node:fs';
import { reaches } from './signal-group.ts';

/** Whether no process of the group runs any more. */
export function isGroupGone(id: number): boolean {
  if (process.platform === 'win32') return !reaches(id, 0);
  return !reaches(-id, 0) || (process.platform === 'linux' && holdsOnlyDead(id));
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
