import { ExactNumber, isJsonObject, type Json } from '../json/json.ts';
import { isSchema, type SchemaFields } from './schema-fields.ts';

type IsShape = (value: Json) => boolean;

const isText: IsShape = (value) => typeof value === 'string';
const isNumber: IsShape = (value) => typeof value === 'number' || value instanceof ExactNumber;
const isCount: IsShape = (value) => Number.isInteger(value) && (value as number) >= 0;
const isBoolean: IsShape = (value) => typeof value === 'boolean';
const isList: IsShape = (value) => Array.isArray(value);
const isTexts: IsShape = (value) => Array.isArray(value) && value.every(isText);
const isSchemas: IsShape = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((item: Json) => isSchema(item));
const isMap =
  (...shapes: readonly IsShape[]): IsShape =>
  (value) =>
    isJsonObject(value) &&
    Object.values(value).every((item) => shapes.some((isShape) => isShape(item)));

/** The shape that a keyword must have; those of `type` and of references are judged where they are compiled. */
const SHAPES: ReadonlyMap<string, readonly IsShape[]> = new Map<string, readonly IsShape[]>([
  ['enum', [isList]],
  // Booleans up to draft 4.
  ...['exclusiveMinimum', 'exclusiveMaximum'].map((key) => [key, [isNumber, isBoolean]] as const),
  ...['minimum', 'maximum'].map((key) => [key, [isNumber]] as const),
  ['multipleOf', [(value) => isNumber(value) && value !== 0]],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
    (key) => [key, [isCount]] as const,
  ),
  ['pattern', [isText]],
  ['required', [isTexts]],
  ['uniqueItems', [isBoolean]],
  ...['properties', 'patternProperties', 'dependentSchemas'].map(
    (key) => [key, [isMap(isSchema)]] as const,
  ),
  ['dependentRequired', [isMap(isTexts)]],
  ['dependencies', [isMap(isTexts, isSchema)]],
  ...['additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'].map(
    (key) => [key, [isSchema]] as const,
  ),
  ['items', [isSchema, isList]],
  ...['prefixItems', 'allOf', 'anyOf', 'oneOf'].map((key) => [key, [isSchemas]] as const),
  ...['$ref', '$dynamicRef', '$recursiveRef'].map((key) => [key, [isText]] as const),
]);

/** Whether a schema has a keyword of a shape that it cannot have. Null is how some libraries write an absent one. */
export function hasMalformedKeyword(fields: SchemaFields): boolean {
  for (const [keyword, shapes] of SHAPES) {
    const value = fields.value(keyword);
    if (value === undefined || value === null) continue;
    if (!shapes.some((isShape) => isShape(value))) return true;
  }
  return false;
}
