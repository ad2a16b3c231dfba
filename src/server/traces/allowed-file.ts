import { lstatSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { insideRoot } from '#platform';

/** A larger file is not read for one trace. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** A file of the project that may be read, or why it may not. */
export type AllowedFile =
  | { readonly ok: true; readonly path: string; readonly modifiedMs: number }
  | { readonly ok: false; readonly reason: string };

/**
 * The file of a place in a report. A report may come from anywhere: only regular files below the root are read, and no
 * part of their path may be a link.
 */
export function allowFile(root: string, file: string): AllowedFile {
  const parts = file.split('/');
  if (isAbsolute(file) || file.includes('\\') || file.includes('\0') || parts.includes('..'))
    return refusal('The trace is not in a file below the folder of the project.');
  let path = root;
  for (const [i, part] of parts.entries()) {
    path = join(path, part);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return refusal(`The file ${file} is not there any more.`);
    if (stats.isSymbolicLink())
      return refusal(`The path ${file} has a link in it: it is not followed.`);
    if (i < parts.length - 1) continue;
    if (!stats.isFile()) return refusal(`${file} is not a regular file.`);
    if (stats.size > MAX_BYTES)
      return refusal(`The file ${file} is too large to be read for one trace.`);
    if (!insideRoot(path, root)) break;
    return { ok: true, path, modifiedMs: stats.mtimeMs };
  }
  return refusal('The trace is not in a file below the folder of the project.');
}

function refusal(reason: string): AllowedFile {
  return { ok: false, reason };
}
