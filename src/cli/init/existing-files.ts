import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runError } from '#run';

/** Throws a UserError that lists those of some files that a folder has already. */
export function rejectExistingFiles(folder: string, names: readonly string[]): void {
  const existing = names.filter((name) => existsSync(join(folder, name)));
  if (existing.length === 0) return;
  throw runError(
    'INIT_EXISTS',
    `${existing.join(', ')} ${existing.length === 1 ? 'is' : 'are'} there already`,
    { hint: 'name another folder, or overwrite with --force' },
  );
}
