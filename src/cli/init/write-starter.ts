import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { posixRelative } from '#platform';
import { makeVisible } from '#reporters';
import { EXIT } from '#run';
import { print, save } from '../output/output.ts';
import { rejectExistingFiles } from './existing-files.ts';
import { starterFiles } from './starter.ts';

/** The folder of an example inside a project that has other files. */
const OWN_FOLDER = 'whichtool';

/** What `init` writes where it drafts no suite. */
interface StarterOptions {
  readonly force: boolean;
  /** Whether the user named the folder. */
  readonly isNamed: boolean;
  readonly isDry: boolean;
  /** Files that were looked at and contain no trace. */
  readonly notTraces: readonly string[];
}

/** Writes the starter files: into the folder that is named, otherwise into one of their own. Existing files are only overwritten on request. */
export async function writeStarter(
  folder: string,
  { force, isNamed, isDry, notTraces }: StarterOptions,
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
    ...(isNamed ? [] : [NO_TRACES, ...explainOthers(notTraces)]),
    ...lines,
    `\nNow run it:  npx whichtool run${at === null ? '' : ` ${at}`}\n`,
  ]);
  return EXIT.ok;
}

const NO_TRACES =
  'no traces here (what git ignores is not searched): an example instead; for your own: whichtool init <traces…>\n';

const MAX_NAMED = 3;

/** Which files are not traces; what lies in the folder itself are mostly settings. */
function explainOthers(paths: readonly string[]): readonly string[] {
  const below = paths.filter((path) => dirname(path) !== process.cwd());
  if (below.length === 0) return [];
  const named = below.slice(0, MAX_NAMED).map((path) => posixRelative(process.cwd(), path));
  const more = below.length > MAX_NAMED ? ` and ${below.length - MAX_NAMED} more` : '';
  return [
    `looked at, and not traces: ${makeVisible(named.join(', '))}${more}; why: whichtool inspect <file>\n`,
  ];
}

/** Whether a folder has nothing but what the starter writes, and hidden files. */
function isFree(folder: string): boolean {
  try {
    return hasOnly(folder, [...starterFiles(null).keys()]);
  } catch {
    // It is not there yet.
    return true;
  }
}

/** Whether a folder and those below it contain no files but these and hidden ones: other files are never mixed with examples. */
function hasOnly(folder: string, paths: readonly string[]): boolean {
  return readdirSync(folder).every((name) => {
    if (name.startsWith('.') || paths.includes(name)) return true;
    const below = paths.flatMap((path) =>
      path.startsWith(`${name}/`) ? [path.slice(name.length + 1)] : [],
    );
    return below.length > 0 && hasOnly(join(folder, name), below);
  });
}
