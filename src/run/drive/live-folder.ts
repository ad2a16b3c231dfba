import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { stateFolder } from '#store';
import type { Suite } from '#suite';

/** Where the runs of these suites are kept while they are made, for `--resume`. */
export function liveFolder(suites: readonly Suite[], cwd: string): string {
  const files = suites.map(({ file }) => file).sort();
  const key = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return join(stateFolder(suites[0]?.root ?? cwd), 'live', key);
}
