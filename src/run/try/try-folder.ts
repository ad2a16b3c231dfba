import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { canonicalJson, type Json } from '#core';
import type { TrialDocument } from '#schema';
import { stateFolder } from '#store';
import type { Suite } from '#suite';

/** Where the runs of a trial are kept: the same suites and changes have the same folder. */
export function tryFolder(suites: readonly Suite[], trial: TrialDocument, cwd: string): string {
  // Overrides alone keep the folder that they had before other changes could be tried.
  const isPlain = Object.keys(trial).join('\n') === 'overrides';
  const changes = (isPlain ? trial.overrides : trial) as unknown as Json;
  const identity = canonicalJson([suites.map(({ file }) => file).sort(), changes]);
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  return join(stateFolder(suites[0]?.root ?? cwd), 'try', key);
}
