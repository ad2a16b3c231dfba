import { relative, sep } from 'node:path';

/** The way from a folder to a file, with forward slashes on every system. */
export function posixRelative(from: string, to: string): string {
  const way = relative(from, to);
  return way === '' ? '.' : way.split(sep).join('/');
}
