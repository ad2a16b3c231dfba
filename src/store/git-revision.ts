import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Revision } from '#schema';
import { readSmallFile } from './read-small-file.ts';

const COMMIT = /^(?:[\da-f]{40}|[\da-f]{64})$/;
/** A packed list of refs may be long: some repositories have a hundred thousand. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What a folder has checked out, read from the files of git; null when that is unknown. */
export function readRevision(folder: string): Revision | null {
  try {
    const git = findGit(folder);
    return git === null ? null : readHead(git);
  } catch {
    // A repository that is broken, too new or not ours to read says nothing; that is not a reason to fail.
    return null;
  }
}

function findGit(folder: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const git = join(at, '.git');
    if (existsSync(git)) return statSync(git).isDirectory() ? git : followLink(git);
    if (dirname(at) === at) return null;
  }
}

/** In a worktree or a submodule `.git` is a file that says where the folder is. */
function followLink(file: string): string {
  return resolve(dirname(file), readLine(file).replace(/^gitdir: /, ''));
}

function readHead(git: string): Revision | null {
  const head = readLine(join(git, 'HEAD'));
  if (COMMIT.test(head)) return { commit: head, branch: null };
  const ref = head.replace(/^ref: /, '');
  // A ref is a path: it must not lead out of the repository.
  if (!ref.startsWith('refs/') || ref.split('/').includes('..')) return null;
  const commit = readRef(git, ref);
  return commit === null ? null : { commit, branch: ref.replace(/^refs\/heads\//, '') };
}

/** The refs of a worktree are those of the repository it was made from, unless they are its own. */
function readRef(git: string, ref: string): string | null {
  const common = join(git, 'commondir');
  const homes = existsSync(common) ? [git, resolve(git, readLine(common))] : [git];
  for (const home of homes) {
    const loose = join(home, ref);
    if (existsSync(loose)) return commitOrNull(readLine(loose));
    const packed = join(home, 'packed-refs');
    if (!existsSync(packed)) continue;
    const line = readSmallFile(packed, MAX_BYTES)
      .split('\n')
      .find((each) => each.endsWith(` ${ref}`));
    if (line !== undefined) return commitOrNull(line.slice(0, line.indexOf(' ')));
  }
  return null;
}

function commitOrNull(text: string): string | null {
  return COMMIT.test(text) ? text : null;
}

function readLine(file: string): string {
  return readSmallFile(file, MAX_BYTES).trim();
}
