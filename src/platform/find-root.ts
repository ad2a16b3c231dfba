import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The project a folder belongs to: the nearest folder at or above it with `.git` or `package.json`, otherwise itself. */
export function findRoot(folder: string): string {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, '.git')) || existsSync(join(at, 'package.json'))) return at;
    if (dirname(at) === at) return start;
  }
}
