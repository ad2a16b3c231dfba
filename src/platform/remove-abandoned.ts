import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes what killed processes left in a folder: whatever has this beginning of a name and was not touched for so long.
 * What cannot be seen or removed stays, for it is never read: it must not stop what comes after.
 */
export function removeAbandoned(folder: string, beginning: string, ageMs: number, now: Date): void {
  const before = now.getTime() - ageMs;
  for (const path of listBeginning(folder, beginning)) {
    try {
      if (lstatSync(path).mtimeMs < before) rmSync(path, { recursive: true, force: true });
    } catch {
      // Gone meanwhile, or owned by another user.
    }
  }
}

function listBeginning(folder: string, beginning: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(beginning));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}
