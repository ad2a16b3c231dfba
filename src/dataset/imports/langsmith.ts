// LangSmith datasets: examples `{ id, inputs, outputs, metadata }`, exported as JSONL or JSON (2024 to 2026).
import { isJsonObject, type Json, type JsonObject } from '#core';
import {
  expectedCalls,
  type ForeignDataset,
  listAt,
  memberOf,
  nativeLabel,
} from './foreign-dataset.ts';

export const langsmith: ForeignDataset = {
  id: 'langsmith',
  title: 'LangSmith datasets',
  isRow: (row) => isJsonObject(row.inputs) && Object.hasOwn(row, 'outputs'),
  toRows: (row) => {
    const inputs = row.inputs as JsonObject;
    const only = Object.keys(inputs).length === 1 ? Object.values(inputs)[0] : undefined;
    const hasMessages = Array.isArray(memberOf(inputs, 'messages'));
    const id = rowId(row);
    return [
      {
        ...(id === null ? {} : { id }),
        input: hasMessages || only === undefined ? withoutNulls(inputs) : only,
        ...labelOf(row.outputs ?? null),
        ...keptMetadata(row),
      },
    ];
  },
};

/** The id of the row that an example was pushed from, otherwise the example's; null without any. */
export function rowId({ id, metadata }: JsonObject): string | null {
  const pushed = memberOf(metadata, 'id');
  if (typeof pushed === 'string' && pushed !== '') return pushed;
  return typeof id === 'string' ? id : null;
}

/** What a push keeps in the metadata and a row has as columns; some write the rationale beside the label. */
function keptMetadata({ metadata, outputs }: JsonObject): JsonObject {
  const columns = ['rationale', 'weight', 'stratum'].map((key) => [
    key,
    memberOf(metadata, key) ?? memberOf(outputs, key) ?? null,
  ]);
  return withoutNulls(Object.fromEntries(columns) as JsonObject);
}

/** A push writes the same members for all examples, null where a row has none. */
function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** A dataset may have its expectation under any name; these are the usual ones. */
const LISTS = [
  'expected_calls',
  'expected_tool_calls',
  'reference_tool_calls',
  'tool_calls',
  'trajectory',
  'expected_trajectory',
];

function labelOf(outputs: Json): JsonObject {
  const native = nativeLabel(withoutEmptyArguments(outputs));
  if (native !== undefined) return native;
  for (const key of LISTS) {
    if (!Array.isArray(memberOf(outputs, key))) continue;
    const calls = expectedCalls(listAt(outputs, key));
    if (calls !== undefined) return { expected_calls: calls };
  }
  const tool = memberOf(outputs, 'tool');
  if (typeof tool === 'string' && tool !== '') return { expected_tool: tool };
  const calls = expectedCalls(messagesIn(outputs).flatMap(callsOfMessage));
  return calls === undefined || messagesIn(outputs).length === 0 ? {} : { expected_calls: calls };
}

/** No tool takes no arguments: `{}` beside `expected_tool: null` says nothing. */
function withoutEmptyArguments(outputs: Json): Json {
  if (!isJsonObject(outputs) || memberOf(outputs, 'expected_tool') !== null) return outputs;
  const { expected_args: args, ...others } = outputs;
  return isJsonObject(args) && Object.keys(args).length === 0 ? others : outputs;
}

/** The answer of a chat: a list of messages, or one. */
function messagesIn(outputs: Json): readonly Json[] {
  const message = ['message', 'output'].map((key) => memberOf(outputs, key)).find(isMessage);
  return message === undefined ? listAt(outputs, 'messages') : [message];
}

function isMessage(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && (Object.hasOwn(value, 'role') || Object.hasOwn(value, 'type'));
}

/** LangChain writes what a message holds under `data` or `kwargs`. */
function callsOfMessage(message: Json): readonly Json[] {
  const held = memberOf(message, 'data') ?? memberOf(message, 'kwargs') ?? message;
  return listAt(held, 'tool_calls');
}
