import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { insideRoot } from '#platform';

/**
 * Whether paths stay inside a root when links are followed. Thousands of tests name files of the same few folders,
 * so a folder is looked up once, and a file only where it is a link itself.
 */
export class InsideCheck {
  readonly #root: string;
  readonly #folders = new Map<string, boolean>();

  constructor(root: string) {
    this.#root = root;
  }

  holds(path: string): boolean {
    if (path === this.#root) return true;
    const folder = dirname(path);
    let inside = this.#folders.get(folder);
    if (inside === undefined) this.#folders.set(folder, (inside = insideRoot(folder, this.#root)));
    if (!inside) return false;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() === true ? insideRoot(path, this.#root) : true;
  }
}
