// Reports faults of the structure that import rules cannot express:
// - files that are too long,
// - folders of a room that import values from each other,
// - names that a room exports and no other room uses.
// `node scripts/check-structure.mjs [folder]` exits 1 where there is one. docs/contributing/conventions.md has the rules.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lineFaults } from './structure/file-lines.mjs';
import { folderFaults } from './structure/mutual-folders.mjs';
import { readModule } from './structure/read-module.mjs';
import { nameFaults } from './structure/unused-names.mjs';

const ROOT = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'action'];
const CODE = /\.(?:tsx?|mjs|cjs)$/;
const TEST = /\.test\.tsx?$|\/fixtures\//;
const GENERATED = /\.generated\.ts$/;
const DOOR = /^src\/([^/]+)\/index\.ts$/;
// These doors are entries of the package: other packages use them.
const ENTRIES = new Set(['vitest']);

function* filesBelow(folder) {
  if (!existsSync(join(ROOT, folder))) return;
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (CODE.test(path)) yield path;
  }
}

function roomOfDoor(path) {
  const room = DOOR.exec(path)?.[1];
  return ENTRIES.has(room) ? undefined : room;
}

const texts = new Map();
const modules = new Map();
for (const path of FOLDERS.flatMap((folder) => [...filesBelow(folder)])) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  texts.set(path, text);
  modules.set(path, readModule(path, text));
}
const isSource = ([path]) => path.startsWith('src/') && !TEST.test(path);
const written = [...texts].filter((entry) => isSource(entry) && !GENERATED.test(entry[0]));

const faults = [
  ...lineFaults(written),
  ...folderFaults([...modules].filter(isSource), (path) => DOOR.test(path)),
  ...nameFaults(modules, roomOfDoor),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(
    `${faults.length} faults of structure; see docs/contributing/conventions.md#structure`,
  );
  process.exitCode = 1;
}
