import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Suite } from '#suite';

/** The files of suites that changed since they were loaded: a report is about what was loaded. */
export function findChangedSuites(suites: readonly Suite[]): readonly string[] {
  return suites.filter(({ path, sha256 }) => hashFile(path) !== sha256).map(({ file }) => file);
}

/** The hash of a file; null where it is gone. */
function hashFile(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
}
