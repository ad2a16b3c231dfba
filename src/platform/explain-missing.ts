import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Issue, suggest } from '#core';
import { fileIssue } from './file-issue.ts';
import { isLink } from './is-link.ts';
import { posixRelative } from './posix-relative.ts';

const LISTED = 3;
/** Shorter names are like any other. */
const MIN_STEM_LENGTH = 3;

/** What a path or pattern was to find. */
export interface Missing {
  readonly pattern: string;
  readonly cwd: string;
  readonly kind: 'folder' | 'glob' | 'path';
  /** Names of the files that count. */
  readonly filePattern: RegExp;
}

/** The issue for a path or pattern that finds nothing, with what is there instead. */
export function explainMissing({ pattern, cwd, kind, filePattern }: Missing): Issue {
  const say = (message: string, hint: string): Issue =>
    fileIssue('NO_TRACES_FOUND', pattern, message, hint);
  if (kind === 'folder')
    return say(
      'no trace files in this folder',
      'they end in .json, .jsonl, .ndjson or .traj, also with .gz or .zst behind it, or in .eval',
    );
  if (kind === 'glob') {
    const folder = resolve(cwd, fixedPart(pattern));
    return say('no file matches this pattern', describeNearest(folder, cwd, filePattern));
  }
  const path = resolve(cwd, pattern);
  if (isLink(path))
    return fileIssue(
      'NO_TRACES_FOUND',
      pattern,
      'is a symbolic link to a file that does not exist',
    );
  const near = pattern === '' ? null : nearestName(path);
  const folder = pattern === '' ? cwd : dirname(path);
  return say(
    'no such file or folder',
    near === null ? describeNearest(folder, cwd, filePattern) : `did you mean "${near}"?`,
  );
}

/** The name in the folder of a path that is most like its own; null where none is like it. */
function nearestName(path: string): string | null {
  const names = namesIn(dirname(path)) ?? [];
  // Endings are alike without meaning anything.
  const byStem = new Map(names.map((name) => [stemOf(name), name]));
  const stem = stemOf(basename(path));
  const near = stem.length < MIN_STEM_LENGTH ? null : suggest(stem, [...byStem.keys()]);
  return near === null ? null : (byStem.get(near) ?? null);
}

function stemOf(name: string): string {
  return name.replace(/(?:\.[a-z\d]{1,6}){1,2}$/i, '');
}

/** The folders of a pattern before the first that is one itself. */
function fixedPart(pattern: string): string {
  const steps = pattern.split('/');
  const first = steps.findIndex((step) => /[*?[\]{}()!]/.test(step));
  return steps.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.');
}

/** What is in a folder; where there is no such folder, which one is nearest to it. */
function describeNearest(folder: string, cwd: string, filePattern: RegExp): string {
  const there = namesIn(folder);
  if (there !== null) return describeFolder(nameOf(folder, cwd), there, filePattern);
  let missing = folder;
  while (dirname(missing) !== missing && namesIn(dirname(missing)) === null)
    missing = dirname(missing);
  const parent = dirname(missing);
  const names = namesIn(parent) ?? [];
  const folders = names.filter((name) => isFolder(resolve(parent, name)));
  const near = suggest(basename(missing), folders);
  const absent = `there is no folder ${nameOf(missing, cwd)}`;
  if (near !== null) return `${absent}; did you mean "${nameOf(resolve(parent, near), cwd)}"?`;
  const last = folders.length === 0 ? names.filter((name) => filePattern.test(name)) : folders;
  return `${absent}; ${listNames(nameOf(parent, cwd), last)}`;
}

function describeFolder(folder: string, names: readonly string[], filePattern: RegExp): string {
  const files = names.filter((name) => filePattern.test(name));
  return files.length === 0 ? `${folder} has no trace files` : listNames(folder, files);
}

function listNames(folder: string, names: readonly string[]): string {
  const shown = names.slice(0, LISTED).join(', ');
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
  return names.length === 0 ? `${folder} is empty` : `${folder} has ${shown}${more}`;
}

/** A folder as messages show it. */
function nameOf(folder: string, cwd: string): string {
  const name = posixRelative(cwd, folder);
  return name === '' || name === '.' ? 'this folder' : name;
}

/** What is in a folder, sorted; null where there is no such folder. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).sort();
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // Links that lead to each other, or a folder that may not be read.
    return false;
  }
}
