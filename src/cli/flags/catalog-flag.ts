import { resolve } from 'node:path';
import { type Issue, type ToolSpec, UserError } from '#core';
import { readCatalog } from '#suite';

/** The tools of `--catalog <file>`; null without the flag. Throws a UserError when the file is not a catalog. */
export async function readCatalogFlag(
  file: string | undefined,
): Promise<readonly ToolSpec[] | null> {
  if (file === undefined) return null;
  const read = await readCatalog(resolve(file), file);
  if (read.ok) return read.tools;
  const issues = read.issues.map((issue): Issue => ({ ...issue, severity: 'error', where: null }));
  throw new UserError(issues);
}
