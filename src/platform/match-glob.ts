import { type Dirent, readdir, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import type { Issue } from '#core';
import { errorCode, readFailure } from './file-issue.ts';
import { isLink } from './is-link.ts';
import { posixRelative } from './posix-relative.ts';
import { hasFile, isHidden, skippedFolder, skippedLink } from './skipped-files.ts';

/**
 * The files that a pattern matches. Links are not followed: those that it matches, and those to folders that it goes through,
 * are issues where files that are wanted lie behind them. So are hidden folders that it matches, or that `**` passes over.
 */
export async function matchGlob(
  pattern: string,
  cwd: string,
  filePattern: RegExp,
): Promise<{ readonly paths: readonly string[]; readonly issues: readonly Issue[] }> {
  const { glob } = await import('tinyglobby');
  const issues: Issue[] = [];
  const links = new Set<string>();
  const hidden = new Set<string>();
  const crossed = new Set<string>();
  // Without this folders that cannot be read, links and pipes would be left out without a word.
  const list = (
    folder: string,
    options: { withFileTypes: true },
    done: (error: Error | null, entries?: Dirent[]) => void,
  ): void => {
    const at = resolve(folder);
    if (links.has(at)) {
      crossed.add(at);
      done(null, []);
      return;
    }
    readdir(folder, options, (error, entries) => {
      if (error !== null && !['ENOENT', 'ENOTDIR'].includes(errorCode(error)))
        issues.push(readFailure(error, posixRelative(cwd, folder)));
      for (const entry of entries ?? []) {
        const path = join(at, entry.name);
        if (entry.isSymbolicLink() && isFolder(path)) links.add(path);
        else if (entry.isDirectory() && isHidden(entry.name)) hidden.add(path);
      }
      done(
        error,
        entries?.map((entry) => asListed(entry, links.has(join(at, entry.name)))),
      );
    });
  };
  const matches = await glob([pattern.split(sep).join('/')], {
    cwd,
    absolute: true,
    onlyFiles: false,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**'],
    fs: { readdir: list as typeof readdir },
  });
  const paths: string[] = [];
  const named = new Set<string>();
  for (const match of matches) {
    const path = resolve(match);
    if (isLink(path)) issues.push(skippedLink(posixRelative(cwd, path)));
    else if (!match.endsWith('/')) paths.push(path);
    else if (isHidden(basename(path))) named.add(path);
  }
  for (const path of crossed)
    if (!matches.includes(`${path.split(sep).join('/')}/`) && (await hasFile(path, filePattern)))
      issues.push(skippedLink(posixRelative(cwd, path)));
  const isDeep = pattern.includes('**');
  for (const path of new Set([...named, ...(isDeep ? hidden : [])]))
    if (await hasFile(path, filePattern))
      issues.push(skippedFolder(posixRelative(cwd, path), { isNamed: named.has(path) }));
  return { paths, issues };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A link to a folder is listed as one, so that the walk shows whether the pattern goes through it. All else may be a file. */
function asListed(entry: Dirent, isFolderLink: boolean): Dirent {
  if (entry.isDirectory()) return entry;
  return Object.assign(entry, {
    isDirectory: () => isFolderLink,
    isFile: () => !isFolderLink,
    isSymbolicLink: () => false,
  });
}
