import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../draft/json-parts.ts';

/**
 * Accepted arguments as an expectation: each has a list of values, any of which will do, and an empty text among them says
 * that it may be left out. Inside objects, and lists of objects, it is the same again.
 */
export function acceptedArguments(answers: Json, schema: JsonObject): JsonObject {
  if (!isJsonObject(answers)) return {};
  const properties = objectOf(schema.properties);
  return Object.fromEntries(
    Object.entries(answers).map(([name, values]) => [
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
  const candidates = (values as readonly Json[]).filter((candidate) => candidate !== '');
  const isOptional = candidates.length < values.length;
  const options = (candidates.length === 0 ? [''] : candidates).map((candidate) =>
    toExpected(candidate, schema),
  );
  const [first, ...others] = options;
  const value: Json = others.length === 0 && first !== undefined ? first : { $any_of: options };
  return isOptional ? { $optional: value } : value;
}

/** An accepted value: members of objects have nested lists of accepted values. */
function toExpected(value: Json, schema: JsonObject): Json {
  if (schema.type === 'dict' && isJsonObject(value)) return acceptedArguments(value, schema);
  const { items } = schema;
  if (Array.isArray(value) && isJsonObject(items) && items.type === 'dict')
    return value.map((item: Json) => acceptedArguments(item, items));
  return literal(value);
}

/** A value that is compared literally, even if it looks like a marker. */
function literal(value: Json): Json {
  return isJsonObject(value) ? { $literal: value } : value;
}
