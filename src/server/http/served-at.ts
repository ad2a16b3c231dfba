import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '#platform';
import { stateFolder } from '#store';

/** Where the web app of a project runs, for commands that print links to it. */
function fileOf(root: string): string {
  return join(stateFolder(root), 'served-at');
}

/** Notes where the web app is reached. Without the note it works as well. */
export async function noteAddress(root: string, origin: string): Promise<void> {
  await writeFileAtomic(fileOf(root), [`${origin}\n`]);
}

/** Where the web app runs, as it noted itself; null where it does not. */
export function readAddress(root: string): string | null {
  try {
    const text = readFileSync(fileOf(root), 'utf8').trim();
    return /^http:\/\/[^\s/]+$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** Removes the note of a server that ends, unless another one has started since. */
export function forgetAddress(root: string, origin: string): void {
  if (readAddress(root) === origin) rmSync(fileOf(root), { force: true });
}
