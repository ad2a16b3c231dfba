import { realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { asError, type Issue } from '#core';
import { explainMissing } from './explain-missing.ts';
import { errorCode, type FileFailure, readFailure } from './file-issue.ts';
import { isSourceUrl } from '#core';
import { matchGlob } from './match-glob.ts';
import { posixRelative } from './posix-relative.ts';
import {
  findFiles,
  hasFile,
  isHidden,
  type SkippedIssue,
  skippedFolder,
  skippedLink,
} from './skipped-files.ts';

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

/** Names of files that may contain traces. */
export const TRACE_FILE = /\.(?:(?:json|jsonl|ndjson|traj)(?:\.gz|\.zst)?|eval|parquet)$/i;

/**
 * Turns files, folders, globs and `-` into files; addresses of sources stay. Of a folder those count whose name fits `wanted`;
 * `node_modules` below it is left out; dot-folders with such files and links, there or in the matches of a glob, are left
 * out with a warning.
 */
export async function expandPaths(
  patterns: readonly string[],
  cwd: string,
  filePattern: RegExp = TRACE_FILE,
): Promise<ExpandedPaths> {
  const result: Found = { paths: [], issues: [] };
  for (const pattern of patterns) {
    if (pattern === '-' || isSourceUrl(pattern)) result.paths.push(pattern);
    else await expandPattern(pattern, cwd, filePattern, result);
  }
  const keyed = new Map(result.paths.map((path) => [path.split(sep).join('/'), path]));
  const keys = [...keyed.keys()].sort((a, b) => (a < b ? -1 : 1));
  const paths = keys.map((key) => keyed.get(key)!);
  // A hidden folder may be named beside the one that it lies in.
  const isRead = ({ code, where }: Issue): boolean => {
    const folder = resolve(cwd, where?.file ?? '') + sep;
    return code === 'HIDDEN_SKIPPED' && paths.some((path) => path.startsWith(folder));
  };
  return { paths, issues: result.issues.filter((issue) => !isRead(issue)) };
}

/** Which files of traces some paths and patterns stand for. */
export interface ExpandedTraces extends ExpandedPaths {
  /** What was named and is not read: it counts as not measured. */
  readonly unread: readonly FileFailure[];
}

/**
 * Turns files, folders, globs and `-` into files of traces. A link whose target is read as well only gives a warning, and so
 * does a hidden folder that nothing but the folder around it names.
 */
export async function expandTraces(
  patterns: readonly string[],
  cwd: string,
): Promise<ExpandedTraces> {
  const { paths, issues } = await expandPaths(patterns, cwd);
  const skipped = issues.filter(isSkipped);
  if (skipped.length === 0) return { paths, issues, unread: [] };
  const read = new Set(paths.map(realPath));
  const unread = new Set<Issue>();
  for (const issue of skipped) if (await isUnread(issue, cwd, read)) unread.add(issue);
  return {
    paths,
    issues: issues.filter((issue) => !unread.has(issue)),
    unread: skipped.filter((issue) => unread.has(issue)).map(asError),
  };
}

function isSkipped(issue: Issue): issue is SkippedIssue {
  return issue.code === 'LINK_SKIPPED' || issue.code === 'HIDDEN_SKIPPED';
}

/** Whether something that was named is not read: a hidden folder, or a link to a file, or to a folder with one, that is not. */
async function isUnread(
  { code, severity, where }: Issue,
  cwd: string,
  read: ReadonlySet<string | null>,
): Promise<boolean> {
  if (code === 'HIDDEN_SKIPPED') return severity === 'error';
  const target = realPath(resolve(cwd, where?.file ?? ''));
  if (target === null || read.has(target)) return target === null;
  if (statOf(target)?.isDirectory() !== true) return true;
  let files = 0;
  for await (const file of findFiles(target, TRACE_FILE)) {
    if (!read.has(realPath(file))) return true;
    files += 1;
  }
  return files === 0;
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
  filePattern: RegExp,
  result: Found,
): Promise<void> {
  const path = resolve(cwd, pattern);
  const existing = statOf(path);
  if (existing !== undefined && !existing.isDirectory()) {
    result.paths.push(path);
    return;
  }
  const before = result.paths.length;
  const isFolder = existing !== undefined && pattern !== '';
  if (isFolder) await listFolder(path, cwd, filePattern, result);
  else if (isGlob(pattern)) {
    const { paths, issues } = await matchGlob(pattern, cwd, filePattern);
    result.paths.push(...paths);
    result.issues.push(...issues);
  }
  if (result.paths.length === before) {
    const kind = isFolder ? 'folder' : isGlob(pattern) ? 'glob' : 'path';
    result.issues.push(explainMissing({ pattern, cwd, kind, filePattern }));
  }
}

function statOf(path: string): ReturnType<typeof statSync> | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // An obstacle shows again, with its reason, when the path is opened or not found.
    return undefined;
  }
}

function isGlob(pattern: string): boolean {
  return /[*?[\]{}()!]/.test(pattern);
}

async function listFolder(
  folder: string,
  cwd: string,
  filePattern: RegExp,
  result: Found,
): Promise<void> {
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    try {
      for (const entry of await readdir(at, { withFileTypes: true })) {
        const path = join(at, entry.name);
        if (entry.isDirectory()) {
          if (entry.name === 'node_modules') continue;
          if (!entry.name.startsWith('.')) folders.push(path);
          else if (isHidden(entry.name) && (await hasFile(path, filePattern)))
            result.issues.push(skippedFolder(posixRelative(cwd, path), { isNamed: false }));
        } else if (!entry.isSymbolicLink()) {
          if (filePattern.test(entry.name)) result.paths.push(path);
        } else if (filePattern.test(entry.name) || statOf(path)?.isDirectory() === true)
          result.issues.push(skippedLink(posixRelative(cwd, path)));
      }
    } catch (error) {
      if (errorCode(error) === '') throw error;
      result.issues.push(readFailure(error, posixRelative(cwd, at)));
    }
  }
}
