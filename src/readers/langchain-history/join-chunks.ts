import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectsIn } from '../draft/json-parts.ts';
import { readText } from '../draft/read-text.ts';
import { isKnownBlock } from '../dialects/langchain/known-blocks.ts';
import { isRanType } from '../dialects/langchain/read-calls.ts';
import { StreamedCalls } from '../draft/streamed-calls.ts';
import { readLangchainUsage } from './read-usage.ts';
import { unwrapMessage } from '../dialects/langchain/unwrap-message.ts';

/** A message, and where in the list it began. */
export interface ListedMessage {
  readonly index: number;
  readonly value: Json;
}

/** Joins the pieces of streamed answers: adjacent chunks of the same message. */
export function joinChunks(messages: readonly Json[]): ListedMessage[] {
  const joined: ListedMessage[] = [];
  let pieces: JsonObject[] = [];
  const close = (): void => {
    const last = joined.at(-1);
    if (pieces.length > 1 && last !== undefined)
      joined[joined.length - 1] = { index: last.index, value: join(pieces) };
    pieces = [];
  };
  messages.forEach((value, index) => {
    const message = unwrapMessage(value);
    const isPiece = message?.role === 'assistant' && message.isChunk;
    const goesOn =
      isPiece && typeof message.body.id === 'string' && message.body.id === pieces[0]?.id;
    if (!goesOn) {
      close();
      joined.push({ index, value });
    }
    if (isPiece) pieces.push(message.body);
  });
  close();
  return joined;
}

/** A joined answer, as a flat dump. */
function join(pieces: readonly JsonObject[]): JsonObject {
  const usage = pieces.map(readLangchainUsage);
  return {
    type: 'ai',
    name: lastPresent(pieces.map(({ name }) => name)),
    content: joinContent(pieces),
    tool_calls: joinCalls(pieces.flatMap((piece) => objectsIn(piece.tool_call_chunks))),
    usage_metadata: {
      input_tokens: sum(usage.map(({ inputTokens }) => inputTokens ?? null)),
      output_tokens: sum(usage.map(({ outputTokens }) => outputTokens ?? null)),
    },
    response_metadata: lastPresent(pieces.map(({ response_metadata: response }) => response)),
  };
}

/** The text of all pieces, and the blocks that are nowhere else: calls that the provider ran, and unknown blocks. */
function joinContent(pieces: readonly JsonObject[]): Json {
  const text = pieces.map(({ content }) => readText(content)).join('');
  const others = pieces
    .flatMap(({ content }) => objectsIn(content))
    .filter(({ type }) => typeof type === 'string' && (isRanType(type) || !isKnownBlock(type)));
  return others.length === 0 ? text : [{ type: 'text', text }, ...others];
}

interface StreamedCall {
  id: string | null;
  name: Json;
  args: string;
}

/** Puts the parts of calls together; id and name of a call come with the first alone. */
function joinCalls(parts: readonly JsonObject[]): JsonObject[] {
  const calls = new StreamedCalls<StreamedCall>(() => ({ id: null, name: null, args: '' }));
  for (const part of parts) {
    const call = calls.find(part.index, part.id);
    call.name ??= part.name ?? null;
    if (typeof part.args === 'string') call.args += part.args;
  }
  return calls.calls.map((call) => ({ ...call }));
}

/** Providers send a response's metadata in pieces, too; the last has the reason why it ended. */
function lastPresent(values: readonly (Json | undefined)[]): Json {
  return (
    values.findLast((value) => value !== null && value !== undefined && !isEmpty(value)) ?? null
  );
}

function isEmpty(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function sum(counts: readonly (number | null)[]): number | null {
  const numbers = counts.filter((count) => count !== null);
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0);
}
