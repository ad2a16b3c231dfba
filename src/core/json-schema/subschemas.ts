import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** Keywords whose value is a schema or a list of schemas. */
const HOLDS_SCHEMAS: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Keywords whose value is an object of schemas by name. */
const NAMES_SCHEMAS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** What is directly inside a schema where a schema may be; an `$id` elsewhere, as in an `enum`, is only data. */
export function subschemas(schema: JsonObject): readonly Json[] {
  return Object.keys(schema).flatMap((keyword) => {
    const value = schema[keyword]!;
    if (HOLDS_SCHEMAS.has(keyword)) return value;
    return NAMES_SCHEMAS.has(keyword) && isJsonObject(value) ? Object.values(value) : [];
  });
}
