import { dirname, join } from 'node:path/posix';
import { MUTUAL_FOLDERS, NOT_RESOLVED_YET } from '../structure-rules.mjs';

/** The faults of folders that import values from each other. The door of a room imports all of it and is not counted. */
export function* folderFaults(modules, isDoor) {
  const imports = new Map();
  for (const [path, module] of modules) if (!isDoor(path)) collectImports(path, module, imports);
  const pairs = new Map();
  for (const [key, example] of imports) {
    const [from, to] = key.split(' ');
    const back = imports.get(`${to} ${from}`);
    if (from < to && back !== undefined) pairs.set(`${from} ↔ ${to}`, [example, back]);
  }
  const exempt = new Set([...MUTUAL_FOLDERS.map(({ pair }) => pair), ...NOT_RESOLVED_YET]);
  for (const [pair, examples] of pairs)
    if (!exempt.has(pair)) yield `${pair}: mutual import (${examples.join('; ')})`;
}

function collectImports(path, { imports }, examples) {
  const folder = dirname(path);
  for (const { from, isType } of imports) {
    if (isType || !from.startsWith('.')) continue;
    const target = join(folder, from);
    const key = `${folder} ${dirname(target)}`;
    if (dirname(target) !== folder && !examples.has(key)) examples.set(key, `${path} → ${target}`);
  }
}
