import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, writeFileAtomic } from '#platform';
import { stateFolder } from '#store';

/** Where web apps of a project run, a file for each: several may run at once, and one that ends leaves the others. */
function folderOf(root: string): string {
  return join(stateFolder(root), 'servers');
}

function fileOf(root: string, origin: string): string {
  return join(folderOf(root), `${process.pid}-${new URL(origin).port}`);
}

/** Notes where the web app is reached, for commands that print links to it. Without the note it works as well. */
export async function noteAddress(root: string, origin: string): Promise<void> {
  await writeFileAtomic(fileOf(root, origin), [`${origin}\n`]);
}

/** Where the web app that was started last runs; null where none does. */
export function readAddress(root: string): string | null {
  const notes = listNames(root).flatMap((name) => {
    const note = readNote(join(folderOf(root), name));
    return note !== null && isRunning(Number.parseInt(name, 10)) ? [note] : [];
  });
  return notes.toSorted((a, b) => b.startedMs - a.startedMs)[0]?.origin ?? null;
}

/** Removes the note of a server that ends, and those of servers that were killed. */
export function forgetAddress(root: string, origin: string): void {
  rmSync(fileOf(root, origin), { force: true });
  for (const name of listNames(root))
    if (!isRunning(Number.parseInt(name, 10))) rmSync(join(folderOf(root), name), { force: true });
}

/** Files are called by the process and the port. */
function listNames(root: string): readonly string[] {
  try {
    return readdirSync(folderOf(root)).filter((name) => /^[1-9]\d{0,9}-\d{1,5}$/.test(name));
  } catch {
    return [];
  }
}

function readNote(path: string): { readonly origin: string; readonly startedMs: number } | null {
  try {
    const origin = readFileSync(path, 'utf8').trim();
    if (!/^http:\/\/[^\s/]+$/.test(origin)) return null;
    return { origin, startedMs: statSync(path).mtimeMs };
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user runs, too.
    return errorCode(error) === 'EPERM';
  }
}
