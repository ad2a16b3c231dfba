import { isJsonObject, type Json } from '../json/json.ts';

/** What a schema says it takes, such as `string` or `number[]`; `any` where it does not say. */
export function describeType(schema: Json): string {
  if (!isJsonObject(schema)) return 'any';
  const { type, items } = schema;
  if (Array.isArray(schema.enum)) return 'enum';
  const types = Array.isArray(type) ? type : [type];
  const named = types.filter((name) => typeof name === 'string');
  if (named.length === 0) return 'any';
  return named.map((name) => (name === 'array' ? `${describeItems(items)}[]` : name)).join('|');
}

function describeItems(items: Json | undefined): string {
  return isJsonObject(items) && typeof items.type === 'string' ? items.type : 'any';
}
