import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { insideRoot, posixRelative } from '#platform';
import { runError } from '../issues/run-codes.ts';

/** Throws a UserError where a suite in a folder cannot name some files, or would lie among them. */
export function checkPlace(
  files: readonly string[],
  {
    folder,
    root,
    isPlaceNamed,
  }: { readonly folder: string; readonly root: string; readonly isPlaceNamed: boolean },
): void {
  const outside = files.find((path) => !insideRoot(path, root));
  if (outside !== undefined)
    throw runError('INIT_TRACES', `${posixRelative(folder, outside)} is outside the project`, {
      hint: 'write the suite where its traces are: whichtool init <traces…> --out <folder>',
    });
  const isProject = existsSync(join(folder, 'package.json')) || existsSync(join(folder, '.git'));
  if (isPlaceNamed || isProject || !files.some((path) => dirname(path) === folder)) return;
  throw runError('INIT_TRACES', 'this is a folder of traces, and nothing is added to it', {
    hint: 'name the folder of the suite: --out .. (or --out . to have it here)',
  });
}
