import type { Capped, Share } from '#core';
import { either, integerFrom, type Keys, listOf, oneOf, type Schema } from './json-schema.ts';

export const anyText: Schema = { type: 'string' };
export const textOrNull: Schema = { type: ['string', 'null'] };
export const count: Schema = integerFrom(0);
export const number: Schema = { type: 'number' };
export const numberOrNull: Schema = { type: ['number', 'null'] };
export const verdict: Schema = oneOf('pass', 'fail', 'error', 'inconclusive');
export const unit: Schema = oneOf('percent', 'ratio', 'count', 'mean');
export const pair: Schema = { ...listOf(number), minItems: 2, maxItems: 2 };
export const pairOrNull: Schema = either(pair, { type: 'null' });

/** An object with these keys; all but those named must be there, and others may be: later versions only add. */
export function open<T>(keys: Keys<T>, optional: readonly (keyof T & string)[] = []): Schema {
  const required = Object.keys(keys).filter(
    (key) => !(optional as readonly string[]).includes(key),
  );
  return { type: 'object', properties: keys, required };
}

/** The first items of a list, with the full count. */
export function capped(items: Schema): Schema {
  return open<Capped<unknown>>({ total: count, items: listOf(items) });
}

export const share: Schema = open<Share>({
  k: count,
  n: count,
  rate: numberOrNull,
  interval: pairOrNull,
});

export const gateOp: Schema = oneOf('>=', '>', '<=', '<', '==', '!=', 'between');
