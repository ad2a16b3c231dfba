import { dirname, join } from 'node:path/posix';
import { NOT_USED_YET, PACKAGE_ENTRIES } from '../structure-rules.mjs';

/** The faults of names that the door of a room exports and no file outside the room imports. */
export function* nameFaults(modules, roomOfDoor) {
  const used = usedNames(modules);
  for (const path of modules.keys()) {
    const room = roomOfDoor(path);
    if (room === undefined || PACKAGE_ENTRIES.includes(room)) continue;
    const names = used.get(path) ?? new Set();
    for (const name of names.has('*') ? [] : exportedNames(path, modules)) {
      if (!names.has(name) && !NOT_USED_YET.includes(`${room}: ${name}`))
        yield `${path}: no other room uses ${name}`;
    }
  }
}

/** The names that files outside a room import from its door; `*` for the whole door. */
function usedNames(modules) {
  const used = new Map();
  for (const [path, { imports }] of modules)
    for (const { from, names } of imports) {
      const door = resolveModule(path, from);
      if (path.startsWith(`${dirname(door)}/`)) continue;
      if (!used.has(door)) used.set(door, new Set());
      for (const name of names ?? ['*']) used.get(door).add(name);
    }
  return used;
}

function resolveModule(path, from) {
  if (from.startsWith('#')) return `src/${from.slice(1)}/index.ts`;
  return from.startsWith('.') ? join(dirname(path), from) : from;
}

/** The names of a module, with those of its `export *`. */
function exportedNames(path, modules) {
  const module = modules.get(path);
  if (module === undefined) return [];
  const others = module.exports.all.flatMap((from) =>
    exportedNames(join(dirname(path), from), modules),
  );
  return [...module.exports.names, ...others];
}
