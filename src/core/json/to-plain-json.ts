import { optionError } from '../issues/issue.ts';
import { ExactNumber, type Json } from './json.ts';
import { MAX_JSON_DEPTH } from './parsed-json.ts';

/**
 * A value of a program as JSON: members that are undefined are left out, and objects that say how they are written
 * (dates, models of a library) are written so. Plain JSON is returned as it is. Throws a UserError for what JSON
 * cannot say.
 */
export function toPlainJson(value: unknown, name: string, depth = 0): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw optionError(`${name} is ${value}, which JSON cannot say`);
  }
  if (typeof value !== 'object')
    throw optionError(`${name} is a ${typeof value}, which JSON cannot say`);
  if (value instanceof ExactNumber) return value;
  if (depth >= MAX_JSON_DEPTH)
    throw optionError(`${name} is nested deeper than ${MAX_JSON_DEPTH} levels, or is a circle`);
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return toPlainJson(value.toJSON(), name, depth + 1);
  return Array.isArray(value) ? toList(value, name, depth) : toObject(value, name, depth);
}

function toList(list: readonly unknown[], name: string, depth: number): Json {
  let isSame = true;
  const plain = Array.from(list, (item, i) => {
    const converted = item === undefined ? null : toPlainJson(item, `${name}.${i}`, depth + 1);
    isSame &&= converted === item;
    return converted;
  });
  return isSame ? (list as readonly Json[]) : plain;
}

function toObject(object: object, name: string, depth: number): Json {
  let isSame = true;
  const entries: [string, Json][] = [];
  for (const [key, member] of Object.entries(object)) {
    const isLeftOut = member === undefined || typeof member === 'function';
    const converted = isLeftOut ? null : toPlainJson(member, `${name}.${key}`, depth + 1);
    isSame &&= converted === member;
    if (!isLeftOut) entries.push([key, converted]);
  }
  // Not by assignment: a member may be called `__proto__`.
  return isSame ? (object as { readonly [key: string]: Json }) : Object.fromEntries(entries);
}
