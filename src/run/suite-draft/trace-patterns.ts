import { basename, dirname, resolve } from 'node:path';
import { expandPaths, posixRelative } from '#platform';
import { isWarehouseUrl } from '#readers';

/**
 * How a suite in `folder` names some files: by their folder or by a pattern where these stand for exactly the files, so that
 * runs recorded later are measured, too. Otherwise file by file.
 */
export async function findPatterns(
  files: readonly string[],
  {
    folder,
    at,
    isNamed,
  }: { readonly folder: string; readonly at: string; readonly isNamed: boolean },
): Promise<readonly string[]> {
  if (files.some(isWarehouseUrl)) return files;
  const plain = files.map((path) => posixRelative(folder, path));
  if (isNamed && files.length === 1) return plain;
  const way = posixRelative(folder, at);
  const prefix = way === '.' ? '' : `${escapeGlob(way)}/`;
  const depth = files.every((path) => dirname(path) === at) ? '*' : '**/*';
  const candidates = [
    // A suite does not read its own folder: other files will lie there.
    ...(way === '.' || way.startsWith('..') ? [] : [`${way}/`]),
    `${prefix}${depth}${commonEnding(files)}`,
  ];
  for (const pattern of candidates) if (await standsFor(pattern, files, folder)) return [pattern];
  return plain;
}

/** What all names end with, from their first dot on. */
function commonEnding(files: readonly string[]): string {
  const endings = new Set(
    files.map((path) => /\.[^.]*\.[^.]*$|\.[^.]*$/.exec(basename(path))?.[0]),
  );
  const [only] = endings;
  if (endings.size === 1 && only !== undefined) return escapeGlob(only);
  const last = new Set(files.map((path) => /\.[^.]*$/.exec(basename(path))?.[0] ?? ''));
  return last.size === 1 ? escapeGlob([...last][0] ?? '') : '';
}

async function standsFor(
  pattern: string,
  files: readonly string[],
  folder: string,
): Promise<boolean> {
  const { paths, issues } = await expandPaths([pattern], folder);
  const expected = new Set(files.map((path) => resolve(path)));
  return (
    issues.length === 0 &&
    paths.length === expected.size &&
    paths.every((path) => expected.has(path))
  );
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[\]{}()!\\]/g, '\\$&');
}
