import type { Capped, Share } from '#core';
import {
  either,
  type Fields,
  integerFrom,
  listOf,
  ofType,
  oneOf,
  pairOf,
  type SchemaOf,
  typed,
} from './json-schema.ts';

export const textOrNull = ofType('string', 'null');
export const count = integerFrom(0);
export const number = ofType('number');
export const numberOrNull = ofType('number', 'null');
export const nothing = ofType('null');
export const verdict = oneOf('pass', 'fail', 'error', 'inconclusive');
export const unit = oneOf('percent', 'ratio', 'count', 'mean');
export const pair = pairOf(number);
export const pairOrNull = either(pair, nothing);

/** The schema of a key that may be missing. */
interface Optional<T> {
  readonly optional: SchemaOf<T>;
}

export function optional<T>(schema: SchemaOf<T>): Optional<T> {
  return { optional: schema };
}

/** The schemas of all keys of a type: `optional` where the type has the key as optional, and only there. */
export type FieldsOf<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K>
    ? Optional<Exclude<T[K], undefined>>
    : SchemaOf<T[K]>;
};

/** An object of a type of the report. It may have other keys as well: later versions only add. */
export function open<T>(fields: FieldsOf<T>): SchemaOf<T> {
  const all = Object.entries(
    fields as Readonly<Record<string, Optional<unknown> | SchemaOf<unknown>>>,
  );
  const properties = all.map(([key, field]) => [key, 'optional' in field ? field.optional : field]);
  const required = all.filter(([, field]) => !('optional' in field)).map(([key]) => key);
  return typed({
    type: 'object',
    properties: Object.fromEntries(properties) as Fields,
    required,
  });
}

/** Values of a type that is checked less closely than it is declared, so that values of later versions fit. */
export function loosely<T extends Wide, Wide>(schema: SchemaOf<Wide>): SchemaOf<T> {
  return typed(schema);
}

/** The first items of a list, with the full count. */
export function capped<T>(items: SchemaOf<T>): SchemaOf<Capped<T>> {
  return open<Capped<T>>({ total: count, items: listOf(items) });
}

export const share = open<Share>({
  k: count,
  n: count,
  rate: numberOrNull,
  interval: pairOrNull,
});

export const gateOp = oneOf('>=', '>', '<=', '<', '==', '!=', 'between');
