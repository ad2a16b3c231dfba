import { type Json, type JsonObject, type ToolSpec } from '#core';
import { readTools } from '../../draft/read-tools.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult } from '../../messages/message.ts';
import type { SpanFacts } from '../../spans/span-facts.ts';
import { field, unpackList, unpackObject } from './fields.ts';
import type { Said } from './observation.ts';
import { answerText, type Payload, readPayload, userText } from './payload.ts';

const NOTHING: Said = { calls: [], results: [], userText: null, answer: null, tools: [] };

/** The input and the answer of a model, and the calls of earlier answers in the input. */
export function readModelSaid(
  row: JsonObject,
  facts: SpanFacts,
): { readonly said: Said; readonly history: readonly MessageCall[] } {
  const input = orMessages(readPayload(row.input), facts.input);
  const output = orMessages(readPayload(row.output), facts.output.messages);
  const calls = callsIn(output.messages);
  const said = {
    calls: calls.length > 0 ? calls : readExtracted(row),
    results: [...input.messages, ...output.messages].flatMap(({ results }) => results),
    userText: userText(input),
    answer: answerText(output),
    tools: [...readDefinitions(row), ...(facts.tools ?? []), ...input.tools],
    unknown: output.messages.flatMap(({ unknown }) => unknown ?? []),
  };
  // What was called before the last question is of another run.
  const question = input.messages.findLastIndex(({ role, text }) => role === 'user' && text !== '');
  return { said, history: callsIn(input.messages.slice(question + 1)) };
}

/** What the whole of a run, or of an agent's part in it, was about. */
export function readSpanSaid(row: JsonObject, facts: SpanFacts): Said {
  const output = readPayload(row.output);
  return {
    ...NOTHING,
    results: [...facts.input, ...output.messages].flatMap(({ results }) => results),
    userText: userText(readPayload(row.input)),
    answer: answerText(output),
    tools: facts.tools ?? [],
  };
}

/** Steps of a graph have no text, but a tool's result may be their output. */
export function readStepSaid(row: JsonObject): Said {
  return { ...NOTHING, results: readResults(row.output) };
}

/** The results that an output contains as messages; most outputs have none, and are not read for it. */
export function readResults(output: Json | undefined): readonly MessageResult[] {
  const mayTell = typeof output !== 'string' || output.includes('"tool_call_id"');
  return mayTell ? readPayload(output).messages.flatMap(({ results }) => results) : [];
}

/** The payload, or the messages of the attributes where it has none. */
function orMessages(payload: Payload, messages: readonly Message[]): Payload {
  return payload.messages.length > 0 || messages.length === 0 ? payload : { ...payload, messages };
}

function callsIn(messages: readonly Message[]): readonly MessageCall[] {
  return messages.flatMap(({ calls }) => calls);
}

/** The calls that Langfuse found in the output; they are there even where the output was not exported. */
function readExtracted(row: JsonObject): readonly MessageCall[] {
  const names = unpackList(field(row, 'toolCallNames', 'tool_call_names'));
  const calls = unpackList(field(row, 'toolCalls', 'tool_calls'));
  // An export without payloads may have the names alone.
  return (calls.length > 0 ? calls : names).map((item: Json, index): MessageCall => {
    const call = unpackObject(item);
    const name = textOf(call.name) ?? textOf(names[index]) ?? '';
    return { id: textOf(call.id), name, server: null, arguments: call.arguments };
  });
}

function readDefinitions(row: JsonObject): readonly ToolSpec[] {
  const definitions = unpackObject(field(row, 'toolDefinitions', 'tool_definitions'));
  return Object.entries(definitions).flatMap(([name, definition]) =>
    readTools({ ...unpackObject(definition), name }),
  );
}
