import { isAbsolute, relative, sep } from 'node:path';
import { realPath } from './real-path.ts';

/** Whether a path, existing or not, stays inside a folder once every symbolic link is followed. */
export function insideRoot(path: string, root: string): boolean {
  const real = realPath(path);
  const realRoot = realPath(root);
  if (real === null || realRoot === null) return false;
  const way = relative(realRoot, real);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
