import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { TRACE_FILE } from '../expand-paths.ts';
import { findRoot } from '../find-root.ts';
import { GitIgnore } from './git-ignore.ts';

/** How much of a project is looked at. */
const MAX_ENTRIES = 50_000;
const MAX_DEPTH = 8;

/** What a search of a project found. */
export interface ProjectFiles {
  /** Absolute paths, sorted by code unit. */
  readonly paths: readonly string[];
  /** Whether folders were left out because there are too many, or they are too deep. */
  readonly isCut: boolean;
}

interface Level {
  readonly folder: string;
  readonly depth: number;
  readonly ignore: GitIgnore | null;
}

/**
 * The files of a project that may contain traces. Hidden folders, `node_modules`, links and what git ignores are left out,
 * and so are folders below that `isOther` says belong to something else, by the names of their files.
 */
export async function findProjectFiles(
  folder: string,
  isOther: (names: readonly string[]) => boolean,
  { maxEntries = MAX_ENTRIES, maxDepth = MAX_DEPTH } = {},
): Promise<ProjectFiles> {
  const start = resolve(folder);
  const levels: Level[] = [{ folder: start, depth: 0, ignore: await ignoreAbove(start) }];
  const paths: string[] = [];
  let entries = 0;
  let isCut = false;
  // Near folders first: what is cut off is what lies deep.
  for (let at = levels.shift(); at !== undefined; at = levels.shift()) {
    const listed = await list(at.folder);
    if (at.depth > 0 && isOther(listed.map(({ name }) => name))) continue;
    entries += listed.length;
    const ignore = await readIgnore(at.ignore, at.folder, listed);
    for (const entry of listed) {
      const path = join(at.folder, entry.name);
      const isFolder = entry.isDirectory();
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (!isFolder && !(entry.isFile() && TRACE_FILE.test(entry.name))) continue;
      if (ignore?.isIgnored(posix(path), isFolder) === true) continue;
      if (!isFolder) paths.push(path);
      else if (at.depth < maxDepth && entries < maxEntries)
        levels.push({ folder: path, depth: at.depth + 1, ignore });
      else isCut = true;
    }
  }
  return { paths: paths.sort((a, b) => (a < b ? -1 : 1)), isCut };
}

async function list(folder: string): Promise<readonly Dirent[]> {
  // A folder that cannot be listed has nothing that could be read.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The rules of the folders between the root of the project and a folder. */
async function ignoreAbove(folder: string): Promise<GitIgnore | null> {
  const root = findRoot(folder);
  const above: string[] = [];
  for (let at = folder; at !== root && dirname(at) !== at; at = dirname(at))
    above.push(dirname(at));
  let ignore: GitIgnore | null = null;
  for (const at of above.reverse()) ignore = await readIgnore(ignore, at, await list(at));
  return ignore;
}

async function readIgnore(
  above: GitIgnore | null,
  folder: string,
  entries: readonly Dirent[],
): Promise<GitIgnore | null> {
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return above;
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '');
  return new GitIgnore(above, posix(folder), text);
}

function posix(path: string): string {
  return path.split(sep).join('/');
}
