import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from './file-issue.ts';

/**
 * Makes a folder and its missing parents, one `mkdir` each. The recursive `mkdir` of the runtime never returns below
 * folders in which nothing can be made, such as `/proc`.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  let folder = resolve(path);
  while (statSync(folder, { throwIfNoEntry: false }) === undefined && folder !== dirname(folder)) {
    missing.push(folder);
    folder = dirname(folder);
  }
  for (const next of missing.reverse()) {
    try {
      mkdirSync(next);
    } catch (error) {
      // Another process may have made it meanwhile.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
