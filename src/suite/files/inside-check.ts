import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { insideRoot, isLink } from '#platform';

interface Folder {
  readonly isInside: boolean;
  /** How many of its files were asked for. */
  asked: number;
  /** The names in it that are links; null where it was not listed. */
  links: ReadonlySet<string> | null;
}

/** From this many files of one folder on, listing it once is cheaper than asking for each. */
const WORTH_LISTING = 50;

/**
 * Whether paths stay inside a root when links are followed. Thousands of tests name files of the same few folders,
 * so a folder is followed once, and a file only where it is a link itself.
 */
export class InsideCheck {
  readonly #root: string;
  readonly #folders = new Map<string, Folder>();

  constructor(root: string) {
    this.#root = root;
  }

  holds(path: string): boolean {
    if (path === this.#root) return true;
    const folder = this.#folder(dirname(path));
    return folder.isInside && (!isLinkIn(folder, path) || insideRoot(path, this.#root));
  }

  #folder(path: string): Folder {
    let folder = this.#folders.get(path);
    if (folder === undefined) {
      folder = { isInside: insideRoot(path, this.#root), asked: 0, links: null };
      this.#folders.set(path, folder);
    }
    return folder;
  }
}

function isLinkIn(folder: Folder, path: string): boolean {
  folder.asked++;
  if (folder.asked === WORTH_LISTING) folder.links = linksIn(dirname(path));
  if (folder.links !== null) return folder.links.has(basename(path));
  return isLink(path);
}

/** The links in a folder; null when it cannot be listed. */
function linksIn(path: string): ReadonlySet<string> | null {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
  } catch {
    return null;
  }
}
