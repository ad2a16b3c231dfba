import { join } from 'node:path';
import { stateFolder } from '../history-paths.ts';

/** The folder with a file for each run that is under way. */
export function progressFolder(root: string): string {
  return join(stateFolder(root), 'running');
}
