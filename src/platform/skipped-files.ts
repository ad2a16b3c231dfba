import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asWarning } from '#core';
import { type FileFailure, fileIssue } from './file-issue.ts';

/** What was found and not read, by code. */
export type SkippedIssue = FileFailure & { readonly code: 'HIDDEN_SKIPPED' | 'LINK_SKIPPED' };

const HINT = 'name it itself to read it';

/** A hidden folder with files that are wanted; `isNamed` where a pattern matches the folder itself. */
export function skippedFolder(
  path: string,
  { isNamed }: { readonly isNamed: boolean },
): SkippedIssue {
  const message = 'is a hidden folder with trace files and was not read';
  const issue = fileIssue('HIDDEN_SKIPPED', path, message, HINT);
  return isNamed ? issue : asWarning(issue);
}

/** A link that was not followed. It is a warning until it is known whether its target is read as well. */
export function skippedLink(path: string): SkippedIssue {
  const issue = fileIssue('LINK_SKIPPED', path, 'is a symbolic link and was not read', HINT);
  return asWarning(issue);
}

/** Whether a name is that of a hidden folder that may have files of the user's. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') && name !== '.git';
}

/** The files of a folder and below it that are wanted, one after the other; links are not followed. */
export async function* findFiles(folder: string, filePattern: RegExp): AsyncGenerator<string> {
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    // A folder that cannot be listed has nothing that is known to be wanted.
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      if (!entry.isDirectory()) {
        if (filePattern.test(entry.name)) yield path;
      } else if (entry.name !== 'node_modules') folders.push(path);
    }
  }
}

/** Whether a file that is wanted lies in a folder or below it. */
export async function hasFile(folder: string, filePattern: RegExp): Promise<boolean> {
  const { done } = await findFiles(folder, filePattern).next();
  return done !== true;
}
