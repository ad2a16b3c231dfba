import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/**
 * Writes new files and edits existing ones. All edits are made before anything is written, so an edit that
 * fails leaves the tree as it was.
 */
export function applyPlan({ files, edits }) {
  const taken = Object.keys(files).find((path) => existsSync(new URL(path, ROOT)));
  if (taken !== undefined) stop(`${taken} exists already`);
  const edited = Object.entries(edits).map(([path, edit]) => [
    path,
    edit(readFileSync(new URL(path, ROOT), 'utf8')),
  ]);
  for (const [path, text] of [...Object.entries(files), ...edited]) {
    const file = fileURLToPath(new URL(path, ROOT));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    process.stdout.write(`${path in files ? 'wrote ' : 'edited'} ${path}\n`);
  }
}

/** The only argument of a generator, which must have this shape. */
export function readName(usage, pattern) {
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || more.length > 0 || !pattern.test(name)) stop(`usage: ${usage}`);
  return name;
}

/** Prints what is wrong and exits with 2. */
function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
