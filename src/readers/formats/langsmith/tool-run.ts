import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { type DraftStatus, statusOfWord } from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';
import { WORDS } from '../../dialects/langchain/read-calls.ts';
import { unwrapMessage } from '../../dialects/langchain/unwrap-message.ts';

/** A tool that was carried out. */
export interface ToolRun {
  readonly callId: string | null;
  readonly arguments: Json | undefined;
  /** The status in the returned message; null when it has none. The failure of a tool may be recorded there only. */
  readonly status: DraftStatus | null;
  /** What came back, as text. */
  readonly result: string | undefined;
}

/** Reads the arguments of a tool run, and the call it is for. */
export function readToolRun(inputs: JsonObject, outputs: JsonObject, record: JsonObject): ToolRun {
  const result =
    [outputs.output, outputs].map(resultOf).find((message) => message !== null) ?? null;
  const extra = objectOf(record.extra);
  const metadata = objectOf(extra.metadata);
  const ids = [result?.tool_call_id, extra.tool_call_id, metadata.tool_call_id];
  // A tool without output has an object with null.
  const isLost = record.outputs !== undefined && !isJsonObject(record.outputs);
  return {
    callId: (ids.find((id) => typeof id === 'string' && id !== '') as string | undefined) ?? null,
    arguments: isJsonObject(record.inputs) ? unwrapInput(inputs) : undefined,
    status: isLost ? 'unreadable' : statusOfWord(result?.status, WORDS),
    result: isJsonObject(record.outputs)
      ? resultText(result?.content ?? outputs.output ?? outputs)
      : undefined,
  };
}

/** A tool message in any LangChain serialisation, also without a type or a call id. */
function resultOf(value: Json | undefined): JsonObject | null {
  const message = value === undefined ? null : unwrapMessage(value);
  if (message?.role === 'tool') return message.body;
  return isJsonObject(value) && 'tool_call_id' in value ? value : null;
}

/**
 * LangChain joins the arguments into a single text, `input`: JSON, or the repr of Python, which stays text. A tool with
 * a single parameter of that name has it as plain text.
 */
function unwrapInput(inputs: JsonObject): Json {
  const { input } = inputs;
  if (input === undefined || Object.keys(inputs).length !== 1) return inputs;
  if (typeof input === 'string') return /^\s*"?\{/.test(input) ? input : inputs;
  return isJsonObject(input) ? input : inputs;
}
