import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../draft/json-parts.ts';

/**
 * Accepted arguments as an expectation: each has a list of values, any of which will do, and an empty text among them says
 * that it may be left out. Inside objects, and lists of objects, it is the same again.
 */
export function acceptedArguments(given: Json, schema: JsonObject): JsonObject {
  if (!isJsonObject(given)) return {};
  const properties = objectOf(schema.properties);
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => [
      name,
      accepted(values, schemaOf(properties, name)),
    ]),
  );
}

function schemaOf(properties: JsonObject, name: string): JsonObject {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return objectOf(schema);
}

function accepted(values: Json, schema: JsonObject): Json {
  if (!Array.isArray(values)) return literal(values);
  const wanted = (values as readonly Json[]).filter((one) => one !== '');
  const isOptional = wanted.length < values.length;
  const options = (wanted.length === 0 ? [''] : wanted).map((one) => toExpected(one, schema));
  const [first, ...others] = options;
  const value: Json = others.length === 0 && first !== undefined ? first : { $any_of: options };
  return isOptional ? { $optional: value } : value;
}

/** One accepted value: the members of objects have lists of their own. */
function toExpected(value: Json, schema: JsonObject): Json {
  if (schema.type === 'dict' && isJsonObject(value)) return acceptedArguments(value, schema);
  const { items } = schema;
  if (Array.isArray(value) && isJsonObject(items) && items.type === 'dict')
    return value.map((one: Json) => acceptedArguments(one, items));
  return literal(value);
}

/** A value that is compared as it is, even if it looks like a marker. */
function literal(value: Json): Json {
  return isJsonObject(value) ? { $literal: value } : value;
}
