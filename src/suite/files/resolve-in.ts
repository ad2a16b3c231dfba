import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { SuiteContext } from '#suite-text';

/** Resolves what a suite names, on this machine. */
export function resolveIn(
  folder: string,
  root: string = folder,
): Pick<SuiteContext, 'resolve' | 'leavesRoot'> {
  return {
    resolve: (...steps) => resolve(folder, ...steps),
    leavesRoot: (path) => {
      const way = relative(root, path);
      return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
    },
  };
}
