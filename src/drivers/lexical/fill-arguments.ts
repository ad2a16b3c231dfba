import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Parameter,
  parametersOf,
  splitName,
} from '#core';
import type { ChatTool } from '../chat.ts';
import { TextValues, type ValueKind } from './text-values.ts';

/** Which words in a parameter's name say what it takes. */
const KINDS: readonly (readonly [ValueKind, ReadonlySet<string>])[] = [
  ['url', new Set(['url', 'uri', 'link', 'href', 'website'])],
  ['email', new Set(['email', 'mail', 'recipient', 'to'])],
  ['path', new Set(['path', 'file', 'filename', 'filepath', 'directory', 'dir', 'folder'])],
  ['date', new Set(['date', 'day'])],
];

/** The arguments that a text gives for what a tool requires; what it does not give is left out. */
export function fillArguments(tool: ChatTool, text: string): JsonObject {
  const required = parametersOf(tool).filter(({ isRequired }) => isRequired);
  const values = new TextValues(text);
  const isLone = required.filter(({ schema }) => typeOf(schema) === 'string').length === 1;
  const filled = required.flatMap((parameter): [string, Json][] => {
    const value = valueFor(parameter, values, isLone ? text : null);
    return value === null ? [] : [[parameter.name, value]];
  });
  return Object.fromEntries(filled);
}

function valueFor({ name, schema }: Parameter, values: TextValues, whole: string | null): Json {
  if (!isJsonObject(schema)) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return values.oneOf(schema.enum);
  switch (typeOf(schema)) {
    case 'string':
      return textFor(name, values) ?? whole;
    case 'number':
      return values.takeNumber(false);
    case 'integer':
      return values.takeNumber(true);
    case 'array':
      return listFor(schema.items, values);
    default:
      return null;
  }
}

function textFor(name: string, values: TextValues): string | null {
  const words = splitName(name);
  const kind = KINDS.find(([, said]) => words.some((word) => said.has(word)))?.[0];
  return (kind === undefined ? null : values.take(kind)) ?? values.take('quoted');
}

function listFor(items: Json | undefined, values: TextValues): Json {
  const type = typeOf(items ?? null);
  const take = (): Json =>
    type === 'string' ? values.take('quoted') : values.takeNumber(type === 'integer');
  if (type !== 'string' && type !== 'number' && type !== 'integer') return null;
  const list: Json[] = [];
  for (let value = take(); value !== null; value = take()) list.push(value);
  return list.length === 0 ? null : list;
}

/** The type that a schema asks for; the first where it allows several. */
function typeOf(schema: Json): string | null {
  if (!isJsonObject(schema)) return null;
  const { type } = schema;
  const first = Array.isArray(type) ? type.find((name) => name !== 'null') : type;
  return typeof first === 'string' ? first : null;
}
