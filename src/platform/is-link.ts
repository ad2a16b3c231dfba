import { lstatSync } from 'node:fs';

/** Whether a path is a symbolic link, wherever that leads; false where that is unknown. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
