import { type Dirent, readdir as readdirWith, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Issue, suggest } from '#core';
import { errorCode, type FileFailure, fileIssue, readFailure } from './file-issue.ts';
import { isLink } from './is-link.ts';
import { isSourceUrl } from './is-source-url.ts';
import { posixRelative } from './posix-relative.ts';

/** Which files some paths and patterns stand for. */
export interface ExpandedPaths {
  /** Absolute paths, addresses of sources, and `-` for standard input; sorted by code unit, each once. */
  readonly paths: readonly string[];
  readonly issues: readonly Issue[];
}

interface Found {
  readonly paths: string[];
  readonly issues: Issue[];
}

const TRACE_FILE = /\.(?:(?:json|jsonl|ndjson)(?:\.gz|\.zst)?|eval)$/i;

/**
 * Turns files, folders, globs and `-` into files; addresses of sources stay. Of a folder those count whose name fits `wanted`;
 * `node_modules` below it is left out; dot-folders with such files and links, there or in the matches of a glob, are left
 * out with a warning.
 */
export async function expandPaths(
  patterns: readonly string[],
  cwd: string,
  wanted: RegExp = TRACE_FILE,
): Promise<ExpandedPaths> {
  const found: Found = { paths: [], issues: [] };
  for (const pattern of patterns) {
    if (pattern === '-' || isSourceUrl(pattern)) found.paths.push(pattern);
    else await expandPattern(pattern, cwd, wanted, found);
  }
  const keyed = new Map(found.paths.map((path) => [path.split(sep).join('/'), path]));
  const keys = [...keyed.keys()].sort((a, b) => (a < b ? -1 : 1));
  const paths = keys.map((key) => keyed.get(key)!);
  // A hidden folder may be named beside the one that it lies in.
  const isRead = ({ code, where }: Issue): boolean => {
    const folder = resolve(cwd, where?.file ?? '') + sep;
    return code === 'HIDDEN_SKIPPED' && paths.some((path) => path.startsWith(folder));
  };
  return { paths, issues: found.issues.filter((issue) => !isRead(issue)) };
}

/** Which files of traces some paths and patterns stand for. */
export interface ExpandedTraces extends ExpandedPaths {
  /** What was named and is not read: it counts as not measured. */
  readonly unread: readonly FileFailure[];
}

/** Turns files, folders, globs and `-` into files of traces. A link whose target is read as well only gives a warning. */
export async function expandTraces(
  patterns: readonly string[],
  cwd: string,
): Promise<ExpandedTraces> {
  const { paths, issues } = await expandPaths(patterns, cwd);
  const links = issues.filter(isSkippedLink);
  if (links.length === 0) return { paths, issues, unread: [] };
  const read = new Set(paths.map(realPath));
  const isRead = ({ where }: Issue): boolean => read.has(realPath(resolve(cwd, where?.file ?? '')));
  const unread = links.filter((issue) => !isRead(issue));
  return {
    paths,
    issues: issues.filter((issue) => !isSkippedLink(issue) || !unread.includes(issue)),
    unread: unread.map((issue) => ({ ...issue, severity: 'error' })),
  };
}

/** Where a path leads; null where it leads nowhere. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

async function expandPattern(
  pattern: string,
  cwd: string,
  wanted: RegExp,
  found: Found,
): Promise<void> {
  const path = resolve(cwd, pattern);
  const existing = statOf(path);
  if (existing !== undefined && !existing.isDirectory()) {
    found.paths.push(path);
    return;
  }
  const before = found.paths.length;
  const isFolder = existing !== undefined && pattern !== '';
  if (isFolder) await listFolder(path, cwd, wanted, found);
  else if (isGlob(pattern)) await matchGlob(pattern, cwd, found);
  if (found.paths.length === before) {
    found.issues.push(await explainNothing(pattern, path, isFolder));
  }
}

function statOf(path: string): ReturnType<typeof statSync> | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Whatever stands in the way shows again, with its reason, when the path is opened or not found.
    return undefined;
  }
}

function isGlob(pattern: string): boolean {
  return /[*?[\]{}()!]/.test(pattern);
}

async function matchGlob(pattern: string, cwd: string, found: Found): Promise<void> {
  const { glob } = await import('tinyglobby');
  // Without this folders that cannot be read, links and pipes would be left out without a word.
  const list = (
    folder: string,
    options: { withFileTypes: true },
    done: (error: Error | null, entries?: Dirent[]) => void,
  ): void =>
    readdirWith(folder, options, (error, entries) => {
      if (error !== null && !['ENOENT', 'ENOTDIR'].includes(errorCode(error)))
        found.issues.push(readFailure(error, posixRelative(cwd, folder)));
      done(error, entries?.map(asFile));
    });
  const paths = await glob([pattern.split(sep).join('/')], {
    cwd,
    absolute: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**'],
    fs: { readdir: list as typeof readdirWith },
  });
  for (const one of paths) {
    const path = resolve(one);
    if (isLink(path)) found.issues.push(skippedLink(posixRelative(cwd, path)));
    else found.paths.push(path);
  }
}

/** Whatever is no folder may be meant by its name; what it is shows when it is opened. */
function asFile(entry: Dirent): Dirent {
  return entry.isDirectory()
    ? entry
    : Object.assign(entry, { isFile: () => true, isSymbolicLink: () => false });
}

async function listFolder(
  folder: string,
  cwd: string,
  wanted: RegExp,
  found: Found,
): Promise<void> {
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    try {
      for (const entry of await readdir(at, { withFileTypes: true })) {
        const path = join(at, entry.name);
        if (entry.isDirectory()) {
          if (entry.name === 'node_modules') continue;
          if (!entry.name.startsWith('.')) folders.push(path);
          else if (entry.name !== '.git' && (await hasFile(path, wanted)))
            found.issues.push(skippedFolder(posixRelative(cwd, path)));
        } else if (!entry.isSymbolicLink()) {
          if (wanted.test(entry.name)) found.paths.push(path);
        } else if (wanted.test(entry.name) || statOf(path)?.isDirectory() === true)
          found.issues.push(skippedLink(posixRelative(cwd, path)));
      }
    } catch (error) {
      if (errorCode(error) === '') throw error;
      found.issues.push(readFailure(error, posixRelative(cwd, at)));
    }
  }
}

/** Whether a file that is wanted lies in a folder or below it. */
async function hasFile(folder: string, wanted: RegExp): Promise<boolean> {
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    // A folder that cannot be listed has nothing that is known to be wanted.
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') folders.push(join(at, entry.name));
      } else if (wanted.test(entry.name)) return true;
    }
  }
  return false;
}

function skippedFolder(path: string): Issue {
  return fileIssue(
    'HIDDEN_SKIPPED',
    path,
    'is a hidden folder with trace files and was not read',
    'name it itself to read it',
  );
}

function isSkippedLink(issue: Issue): issue is Issue<'LINK_SKIPPED'> {
  return issue.code === 'LINK_SKIPPED';
}

function skippedLink(path: string): Issue<'LINK_SKIPPED'> {
  const message = 'is a symbolic link and was not read';
  // Not measured where a run counts on it: `expandTraces` decides that.
  const issue = fileIssue('LINK_SKIPPED', path, message, 'name it itself to read it');
  return { ...issue, severity: 'warning' };
}

async function explainNothing(pattern: string, path: string, isFolder: boolean): Promise<Issue> {
  const say = (message: string, hint: string): Issue =>
    fileIssue('NO_TRACES_FOUND', pattern, message, hint);
  if (isFolder)
    return say(
      'no trace files in this folder',
      'they end in .json, .jsonl or .ndjson, also with .gz or .zst behind it, or in .eval',
    );
  if (isGlob(pattern))
    return say('no file matches this pattern', 'quote a pattern, or the shell expands it first');
  if (isLink(path))
    return fileIssue(
      'NO_TRACES_FOUND',
      pattern,
      'is a symbolic link to a file that does not exist',
    );
  const folder = dirname(path);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null)
    return say('no such file or folder', `there is no folder ${basename(folder)} either`);
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const near = suggest(basename(pattern), folders.sort());
  if (near !== null) return say('no such file or folder', `did you mean "${near}"?`);
  const names = entries.flatMap(({ name }) => (TRACE_FILE.test(name) ? [name] : []));
  const shown = names.sort().slice(0, 3).join(', ');
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return say(
    'no such file or folder',
    shown === '' ? 'its folder holds no trace files' : `its folder holds ${shown}${more}`,
  );
}
