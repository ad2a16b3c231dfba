import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '#run';
import { print, save } from '../output/output.ts';
import { rejectExistingFiles } from './existing-files.ts';
import { starterFiles } from './starter.ts';

/** The folder of an example inside a project that has other files. */
const OWN_FOLDER = 'whichtool';

/** Writes the starter files: into the folder that is named, otherwise into one of their own. Existing files are only overwritten on request. */
export async function writeStarter(
  folder: string,
  {
    force,
    isNamed,
    isDry,
  }: { readonly force: boolean; readonly isNamed: boolean; readonly isDry: boolean },
): Promise<number> {
  const own = isNamed || isFree(folder) ? null : OWN_FOLDER;
  const files = starterFiles(own);
  if (!force) rejectExistingFiles(folder, [...files.keys()]);
  const lines: string[] = [];
  for (const [name, text] of files) {
    if (!isDry) await save(join(folder, name), [text]);
    lines.push(`${isDry ? 'would write' : 'wrote'} ${join(folder, name)}\n`);
  }
  const at = own ?? (folder === '.' ? null : join(folder, 'whichtool.yaml'));
  await print([
    ...(isNamed ? [] : [NO_TRACES]),
    ...lines,
    `\nNow run it:  npx whichtool run${at === null ? '' : ` ${at}`}\n`,
  ]);
  return EXIT.ok;
}

const NO_TRACES =
  'no traces here (what git ignores is not searched): an example instead; for your own: whichtool init <traces…>\n';

/** Whether a folder has nothing but what the starter writes, and hidden files. */
function isFree(folder: string): boolean {
  const starter = new Set([...starterFiles(null).keys()].map((name) => name.split('/')[0]));
  try {
    return readdirSync(folder).every((name) => name.startsWith('.') || starter.has(name));
  } catch {
    // It is not there yet.
    return true;
  }
}
