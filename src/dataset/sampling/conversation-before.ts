import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Said,
  toNativeCall,
  type ToolCall,
} from '#core';
import type { Cut } from './cut-cases.ts';

/**
 * What was said before a decision: the text of the user where that is all, otherwise `{ messages, context }`. The messages
 * are those of the user, answers of the agent and results of tools. The context is what the input has as such, the system
 * prompt and the metadata of the run. Of a whole trace it is what users said: the rest came out of the run itself.
 */
export function conversationBefore(cut: Cut): Json {
  const { trace } = cut;
  const { input, said } = trace;
  const context = contextOf(cut);
  if (said === undefined && context === null) return input;
  if (said === undefined && isJsonObject(input) && !Array.isArray(input.messages))
    return { ...input, context };
  const messages = said === undefined ? messagesOf(input) : messagesBefore(cut);
  if (context !== null) return { messages, context };
  const [only] = messages;
  if (only === undefined) return null;
  return messages.length === 1 && isJsonObject(only) && only.role === 'user'
    ? (only.content ?? null)
    : { messages };
}

function messagesBefore(cut: Cut): readonly Json[] {
  const { trace, turn, before } = cut;
  const earlier = saidBefore(cut);
  const messages = userTextsBefore(cut) === null ? messagesOf(trace.input) : [];
  const last = turn === null ? (earlier.at(-1)?.turn ?? 0) : turn - 1;
  const byTurn = groupByTurn(earlier);
  const callsByTurn = groupByTurn(before);
  for (let at = 0; at <= last; at++) {
    const now = byTurn.get(at) ?? [];
    messages.push(...answerOf(now, callsByTurn.get(at) ?? []));
    for (const entry of now)
      if (entry.role === 'user' || entry.role === 'tool') messages.push(messageOf(entry));
  }
  return messages;
}

/** What is known about the situation beside the conversation; null where there is nothing. */
function contextOf({ trace, turn }: Cut): JsonObject | null {
  const { input, said = [], metadata } = trace;
  const recorded = isJsonObject(input) ? (input.context ?? null) : null;
  const system = said
    .filter((entry) => entry.role === 'system' && (turn === null || entry.turn < turn))
    .map(({ text }) => text);
  const context = {
    ...(recorded === null ? {} : isJsonObject(recorded) ? recorded : { context: recorded }),
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    ...(metadata === null ? {} : { metadata }),
  };
  return Object.keys(context).length === 0 ? null : context;
}

/** What users said before a decision; null where the record has no more than the input. */
export function userTextsBefore(cut: Cut): readonly string[] | null {
  if (!cut.trace.said?.some(({ role }) => role === 'user')) return null;
  return saidBefore(cut).flatMap(({ role, text }) => (role === 'user' ? [text] : []));
}

function saidBefore({ trace, turn }: Cut): readonly Said[] {
  const said = trace.said ?? [];
  return said.filter((entry) => (turn === null ? entry.role === 'user' : entry.turn < turn));
}

function groupByTurn<T extends { readonly turn?: number }>(
  items: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(item.turn ?? 0);
    if (group === undefined) groups.set(item.turn ?? 0, [item]);
    else group.push(item);
  }
  return groups;
}

function messagesOf(input: Json): Json[] {
  if (input === null) return [];
  const messages = isJsonObject(input) ? input.messages : input;
  return Array.isArray(messages) ? [...(messages as Json[])] : [{ role: 'user', content: input }];
}

/** An answer of the agent: its words and the calls that it asked for; nothing where it has neither. */
function answerOf(now: readonly Said[], calls: readonly ToolCall[]): readonly Json[] {
  const words = now.flatMap(({ role, text }) => (role === 'assistant' ? [text] : []));
  if (words.length === 0 && calls.length === 0) return [];
  const asked = withoutSaidResults(calls, now).map((call) => {
    const { turn: _turn, ...rest } = toNativeCall(call);
    return rest;
  });
  const content = words.join('\n');
  return [{ role: 'assistant', content, ...(asked.length === 0 ? {} : { tool_calls: asked }) }];
}

/** Drops the results of calls that are messages of the conversation already: each result is in a case once. */
export function withoutSaidResults(
  calls: readonly ToolCall[],
  said: readonly Said[],
): readonly ToolCall[] {
  const keyOf = (turn: number | undefined, id: string | null): string => `${turn} ${id}`;
  const results = new Set(
    said.flatMap(({ role, turn, id }) => (role === 'tool' ? [keyOf(turn, id ?? null)] : [])),
  );
  return calls.map((call) => {
    const isSaid = results.has(keyOf(call.turn, call.id)) || results.has(keyOf(call.turn, null));
    if (!isSaid) return call;
    const { result: _result, ...rest } = call;
    return rest;
  });
}

function messageOf({ role, text, id, name }: Said): Json {
  return {
    role,
    ...(id === undefined ? {} : { tool_call_id: id }),
    ...(name === undefined ? {} : { name }),
    content: text,
  };
}
