import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { plainText } from '../../draft/plain-text.ts';
import { parseText } from '../../spans/parse-text.ts';
import { type ColumnRef, type Mapping, type MappingField, RUN_FIELDS } from './mapping.ts';

/** A record of a row: a native trace, or a call of a run for the format of call rows. */
export function toMappedRecord(row: JsonObject, mapping: Mapping): Json {
  const value = (field: MappingField): Json => {
    const ref = mapping.fields.get(field);
    return ref === undefined ? null : valueOf(row, ref);
  };
  const run = plainText(value('run'));
  if (mapping.fields.has('trace')) return nativeOf(parseText(value('trace')) ?? null, run, mapping);
  const about: JsonObject = Object.fromEntries([
    ...RUN_FIELDS.flatMap((field): [string, Json][] => {
      const member = value(field);
      return member === null || member === '' ? [] : [[field, member]];
    }),
    ...offeredOf(value('offered')),
  ]);
  if (mapping.fields.has('tools')) {
    const time = value('time');
    return {
      ...about,
      id: run,
      ...(typeof time === 'string' ? { started_at: time } : {}),
      tool_calls: callsOf(value),
    };
  }
  return {
    run,
    about,
    time: value('time'),
    order: value('order'),
    call: isCall(row, mapping) ? callOf(value) : null,
  };
}

/** A native trace has its run in its `id`, unless it says otherwise. */
function nativeOf(trace: Json, run: string, { fields }: Mapping): Json {
  if (!isJsonObject(trace) || !fields.has('run') || (trace.id ?? null) !== null) return trace;
  return { ...trace, id: run };
}

function valueOf(row: JsonObject, { column, key }: ColumnRef): Json {
  const value = row[column] ?? null;
  if (key === null) return value;
  const members = parseText(value);
  return isJsonObject(members) && Object.hasOwn(members, key) ? (members[key] ?? null) : null;
}

/** A row without a name of a tool says only that the run exists. */
function isCall(row: JsonObject, { fields, where }: Mapping): boolean {
  const tool = fields.get('tool');
  const name = tool === undefined ? null : valueOf(row, tool);
  if (name === null || name === '') return false;
  return where === null || plainText(valueOf(row, where.ref)) === where.equals;
}

/** The offered tools as a native trace has them; a list of names, or none where it is not recorded. */
function offeredOf(value: Json): [string, Json][] {
  const names = parseText(value) ?? null;
  if (names === null || names === '') return [];
  // What is not a list is reported as a native trace reports it.
  return [['tools', Array.isArray(names) ? names.map((name: Json) => ({ name })) : names]];
}

type ReadField = (field: MappingField) => Json;

/** Calls of a run by the columns of lists: `server`, `arguments` and others are lists of the same length, or absent. */
function callsOf(value: ReadField): Json {
  const tools = parseText(value('tools')) ?? null;
  // What is not a list is reported as a native trace reports it.
  if (!Array.isArray(tools)) return tools;
  const parts = (['server', 'arguments', 'result', 'status', 'failed', 'call_id'] as const).map(
    (field) => [field, listOf(parseText(value(field)))] as const,
  );
  return tools.map((name: Json, at): Json => {
    const lists = new Map(parts.map(([field, list]) => [field, list[at] ?? null]));
    const read = (field: MappingField): Json =>
      field === 'tool' ? name : (lists.get(field as 'server') ?? null);
    return callOf(read);
  });
}

function callOf(value: ReadField): JsonObject {
  const status = value('status');
  const failed = value('failed');
  const outcome: Json = failed === null ? status : isTrue(failed) ? 'error' : 'ok';
  const parts: readonly [string, Json][] = [
    ['server', value('server')],
    ['arguments', value('arguments')],
    ['result', value('result')],
    ['status', outcome],
    ['id', value('call_id')],
  ];
  const isSet = ([, member]: readonly [string, Json]): boolean => member !== null && member !== '';
  return { name: value('tool'), ...Object.fromEntries(parts.filter(isSet)) };
}

function isTrue(value: Json): boolean {
  return value !== false && value !== 0 && value !== '' && value !== '0' && value !== 'false';
}
