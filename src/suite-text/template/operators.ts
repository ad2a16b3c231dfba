import { equalJson, isJsonObject, type Json } from '#core';
import { kindOf, numberOf, RenderError, textOf, type Value, type Work } from './value.ts';

type Operator = (left: Value, right: Value, work: Work) => Value;

/** Operators of one level, by how they are written. */
export const ADDITION: ReadonlyMap<string, Operator> = new Map([
  ['+', add],
  ['-', (left, right) => numberOf(left, '-') - numberOf(right, '-')],
]);

export const MULTIPLICATION: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['*', (left, right) => numberOf(left, '*') * numberOf(right, '*')],
  ['/', (left, right) => numberOf(left, '/') / divisor(right)],
  ['//', (left, right) => Math.floor(numberOf(left, '//') / divisor(right))],
  ['%', modulo],
]);

export const COMPARISON: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['==', isEqual],
  ['!=', (left, right, work) => !isEqual(left, right, work)],
  ['<', (left, right) => order(left, right, '<') < 0],
  ['<=', (left, right) => order(left, right, '<=') <= 0],
  ['>', (left, right) => order(left, right, '>') > 0],
  ['>=', (left, right) => order(left, right, '>=') >= 0],
  ['in', isIn],
  ['not in', (left, right, work) => !isIn(left, right, work)],
]);

function add(left: Value, right: Value, work: Work): Value {
  if (typeof left === 'string' && typeof right === 'string') return concat(left, right, work);
  if (Array.isArray(left) && Array.isArray(right)) {
    work.spend(left.length + right.length);
    return [...(left as readonly Json[]), ...(right as readonly Json[])];
  }
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  throw new RenderError(`+ cannot add ${kindOf(left)} and ${kindOf(right)}`);
}

/** `~`: both sides as text. */
export function concat(left: Value, right: Value, work: Work): Value {
  if (left === undefined || right === undefined) return undefined;
  const text = textOf(left) + textOf(right);
  work.spend(text.length);
  return text;
}

function divisor(value: Value): number {
  const number = numberOf(value, '/');
  if (number === 0) throw new RenderError('divides by zero');
  return number;
}

/** Has the sign of the divisor, as in Jinja. */
function modulo(left: Value, right: Value): Value {
  const by = divisor(right);
  return ((numberOf(left, '%') % by) + by) % by;
}

/** A missing value equals nothing but a missing value. */
function isEqual(left: Value, right: Value, work: Work): boolean {
  work.spend(1);
  if (left === undefined || right === undefined) return left === right;
  return equalJson(left, right);
}

/** Below, above or equal, for two numbers or two texts. */
export function order(left: Value, right: Value, what: string): number {
  if (typeof left === 'string' && typeof right === 'string')
    return left < right ? -1 : left > right ? 1 : 0;
  if (left === undefined || right === undefined || typeof left !== typeof right)
    throw new RenderError(`${what} cannot compare ${kindOf(left)} with ${kindOf(right)}`);
  return numberOf(left, what) - numberOf(right, what);
}

function isIn(item: Value, group: Value, work: Work): boolean {
  if (Array.isArray(group)) {
    work.spend(group.length);
    return item !== undefined && group.some((member: Json) => equalJson(member, item));
  }
  if (typeof group === 'string' && typeof item === 'string') {
    work.spend(group.length);
    return group.includes(item);
  }
  if (isJsonObject(group)) return typeof item === 'string' && Object.hasOwn(group, item);
  throw new RenderError(`in needs a list, text or an object, not ${kindOf(group)}`);
}
