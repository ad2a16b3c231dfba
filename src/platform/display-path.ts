import { isSourceUrl, withoutCredentials } from '#core';
import { posixRelative } from './posix-relative.ts';

/** A path as reports show it: relative to the project root where it is inside, otherwise its last part. */
export function displayPath(path: string, root: string): string {
  if (path === '-') return '(stdin)';
  if (isSourceUrl(path)) return withoutCredentials(path);
  const name = posixRelative(root, path);
  return name.startsWith('../') ? name.slice(name.lastIndexOf('/') + 1) : name;
}
