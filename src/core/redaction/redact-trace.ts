import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { Redactor } from './redactor.ts';

type Redact = (value: Json, redactor: Redactor) => Json;

const asNames: Redact = (value, redactor) => {
  if (typeof value === 'string') return redactor.name(value);
  if (Array.isArray(value)) return value.map((item: Json) => asNames(item, redactor));
  return isJsonObject(value) ? eachMember(value, () => asNames, redactor) : value;
};
const asValue: Redact = (value, redactor) => redactor.json(value);
const asText: Redact = (value, redactor) =>
  typeof value === 'string' ? redactor.text(value) : redactor.json(value);
const asSchema: Redact = (value, redactor) => redactor.schema(value);

/** The members of an object by the rules of their names; members without a rule by `otherwise`. */
function rules(table: Readonly<Record<string, Redact>>, otherwise: Redact): Redact {
  const byName = new Map(Object.entries(table));
  return (value, redactor) =>
    isJsonObject(value)
      ? eachMember(value, (name) => byName.get(name) ?? otherwise, redactor)
      : otherwise(value, redactor);
}

function eachMember(
  value: JsonObject,
  ruleOf: (name: string) => Redact,
  redactor: Redactor,
): JsonObject {
  const members = Object.entries(value).map(([name, member]): [string, Json] => [
    redactor.name(name),
    ruleOf(name)(member, redactor),
  ]);
  return Object.fromEntries(members);
}

const each =
  (rule: Redact): Redact =>
  (value, redactor) =>
    Array.isArray(value)
      ? value.map((item: Json) => rule(item, redactor))
      : asValue(value, redactor);

const CALL = rules({ arguments: asValue, result: asValue }, asNames);
const TOOL = rules({ description: asText, input_schema: asSchema }, asNames);
const SAID = rules({ text: asValue }, asNames);
const ERROR: Redact = (value, redactor) =>
  typeof value === 'string'
    ? redactor.text(value)
    : rules({ message: asText }, asNames)(value, redactor);

const NAMES = [
  'id',
  'test',
  'case',
  'agent',
  'run',
  'usage',
  'partial',
  'started_at',
  'duration_ms',
  'answers',
];

const TRACE = rules(
  {
    ...Object.fromEntries(NAMES.map((name) => [name, asNames])),
    tool_calls: each(CALL),
    tools: each(TOOL),
    error: ERROR,
    said: each(SAID),
  },
  asValue,
);

/** A native trace without secrets: names, ids and figures stay as they are. Its other members are values. */
export function redactTrace(trace: JsonObject, redactor: Redactor): JsonObject {
  return TRACE(trace, redactor) as JsonObject;
}

/** Calls of a native trace without secrets. */
export function redactCalls(calls: Json, redactor: Redactor): Json {
  return each(CALL)(calls, redactor);
}
