import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { EXIT, runError } from '#run';
import { print, save } from '../output/output.ts';
import { STARTER } from './starter.ts';

/** Writes the starter files. Existing files are only overwritten on request. */
export async function writeStarter(folder: string, force: boolean): Promise<number> {
  if (!force) rejectExistingFiles(folder, [...STARTER.keys()]);
  const lines: string[] = [];
  for (const [name, text] of STARTER) {
    await save(join(folder, name), [text]);
    lines.push(`wrote ${join(folder, name)}\n`);
  }
  const suite = folder === '.' ? '' : ` ${join(folder, 'whichtool.yaml')}`;
  await print([...lines, `\nNow run it:  npx whichtool run${suite}\n`]);
  return EXIT.ok;
}

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
