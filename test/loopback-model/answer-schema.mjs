// Structured answers: what vendors demand of a schema, and how a schema is filled.
import { demand, demandKnown, isObject } from './conversation.mjs';

/** Keywords that all vendors take. */
const KNOWN = [
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'anyOf',
];

/** Refuses a schema that a vendor would not enforce. @param {unknown} schema @param {string} place */
export function checkStrict(schema, place) {
  demand(isObject(schema), `${place}: schema must be an object`);
  demandKnown(schema, KNOWN);
  if (schema.type === 'object') {
    const { properties = {}, required = [], additionalProperties } = schema;
    demand(
      additionalProperties === false,
      `Invalid schema for ${place}: 'additionalProperties' is required to be supplied and to be false.`,
    );
    for (const name of Object.keys(properties))
      demand(
        required.includes(name),
        `Invalid schema for ${place}: 'required' is required to be supplied and to be an array including every key in properties. Missing '${name}'.`,
      );
  }
  for (const part of Object.values(schema.properties ?? {})) checkStrict(part, place);
  for (const part of schema.anyOf ?? []) checkStrict(part, place);
  if (schema.items !== undefined) checkStrict(schema.items, place);
}

/** The schema that instructions show, as a model that has no other way would read it. @param {string | null} text */
export function schemaIn(text) {
  const [, rest] = /JSON Schema[^{]*(\{.*\})/s.exec(text ?? '') ?? [];
  try {
    return rest === undefined ? null : JSON.parse(rest);
  } catch {
    return null;
  }
}

/**
 * A value of the schema: the best or the worst that it allows. Lists have one item for each id that the judged data lists
 * under their name, and are empty otherwise.
 * @param {any} schema @param {'high' | 'low'} lean @param {Record<string, any>} data @returns {any}
 */
export function fill(schema, lean, data) {
  const isHigh = lean === 'high';
  if (!isObject(schema)) return null;
  if (Array.isArray(schema.anyOf))
    return fill(schema.anyOf.find(({ type }) => type !== 'null') ?? schema.anyOf[0], lean, data);
  if (Array.isArray(schema.enum)) return pick(schema.enum, isHigh);
  const type = [schema.type].flat().find((name) => name !== 'null');
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [
        name,
        part.type === 'array' ? fillList(part.items, lean, data[name]) : fill(part, lean, data),
      ]),
    );
  if (type === 'boolean') return isHigh;
  if (type === 'number' || type === 'integer') return isHigh ? 1 : 0;
  return type === 'string' ? `leans ${lean}` : null;
}

/** Of names the first is taken, of numbers the highest or the lowest. */
function pick(values, isHigh) {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return values[0];
  return isHigh ? Math.max(...numbers) : Math.min(...numbers);
}

function fillList(items, lean, listed) {
  if (!Array.isArray(listed) || items?.properties?.id === undefined) return [];
  return listed.map(({ id }) => ({ ...fill(items, lean, {}), id }));
}
