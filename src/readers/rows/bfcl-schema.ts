import { isJsonObject, type Json } from '#core';

/** The types of Python that BFCL writes, as JSON Schema has them. */
const TYPES: ReadonlyMap<Json, string> = new Map([
  ['dict', 'object'],
  ['float', 'number'],
  ['tuple', 'array'],
]);

/** A parameter description of BFCL as JSON Schema; `any` is not a restriction. */
export function toJsonSchema(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, Json][] => {
      if (key === 'type') return member === 'any' ? [] : [[key, TYPES.get(member) ?? member]];
      if (key === 'items' || key === 'additionalProperties') return [[key, toJsonSchema(member)]];
      if (key !== 'properties' || !isJsonObject(member)) return [[key, member]];
      const inner = Object.entries(member).map(([name, schema]) => [name, toJsonSchema(schema)]);
      return [[key, Object.fromEntries(inner) as Json]];
    }),
  );
}
