import { isJsonObject, type Json } from '#core';

/** The types of Python that BFCL writes, as JSON Schema has them. */
const TYPES: ReadonlyMap<Json, string> = new Map([
  ['dict', 'object'],
  ['float', 'number'],
  ['tuple', 'array'],
]);

/** A parameter description of BFCL as JSON Schema; `any` is no restriction. */
export function toJsonSchema(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]): [string, Json][] => {
      if (key === 'type') return one === 'any' ? [] : [[key, TYPES.get(one) ?? one]];
      if (key === 'items' || key === 'additionalProperties') return [[key, toJsonSchema(one)]];
      if (key !== 'properties' || !isJsonObject(one)) return [[key, one]];
      const inner = Object.entries(one).map(([name, schema]) => [name, toJsonSchema(schema)]);
      return [[key, Object.fromEntries(inner) as Json]];
    }),
  );
}
