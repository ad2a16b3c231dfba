import { isJsonObject, type Json, type Said, toNativeCall, type ToolCall } from '#core';
import type { Cut } from './cut-cases.ts';

/**
 * What was said before a decision: the text of the user where that is all, else `{ messages, context }` with what the
 * agent answered and what its tools gave back, but not what the system told: an agent that is asked again has its own. Of a whole
 * trace it is what users said, for the rest came out of the run itself.
 */
export function conversationBefore(cut: Cut): Json {
  const { trace, turn, before } = cut;
  const { input, said } = trace;
  if (said === undefined) return input;
  const heard = saidBefore(cut);
  const messages = userTextsBefore(cut) === null ? messagesOf(input) : [];
  const last = turn === null ? (heard.at(-1)?.turn ?? 0) : turn - 1;
  const byTurn = groupByTurn(heard);
  const callsByTurn = groupByTurn(before);
  for (let at = 0; at <= last; at++) {
    const now = byTurn.get(at) ?? [];
    messages.push(...answerOf(now, callsByTurn.get(at) ?? []));
    for (const one of now) if (one.role !== 'assistant') messages.push(messageOf(one));
  }
  const context = isJsonObject(input) ? input.context : undefined;
  if (context !== undefined) return { messages, context };
  const [only] = messages;
  if (only === undefined) return null;
  return messages.length === 1 && isJsonObject(only) && only.role === 'user'
    ? (only.content ?? null)
    : { messages };
}

/** What users said before a decision; null where the record tells no more than the input. */
export function userTextsBefore(cut: Cut): readonly string[] | null {
  if (!cut.trace.said?.some(({ role }) => role === 'user')) return null;
  return saidBefore(cut).flatMap(({ role, text }) => (role === 'user' ? [text] : []));
}

function saidBefore({ trace, turn }: Cut): readonly Said[] {
  const said = trace.said ?? [];
  return said.filter((one) => (turn === null ? one.role === 'user' : one.turn < turn));
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
  const asked = calls.map((call) => {
    const { turn: _turn, ...rest } = toNativeCall(call);
    return rest;
  });
  const content = words.join('\n');
  return [{ role: 'assistant', content, ...(asked.length === 0 ? {} : { tool_calls: asked }) }];
}

function messageOf({ role, text, id, name }: Said): Json {
  return {
    role,
    ...(id === undefined ? {} : { tool_call_id: id }),
    ...(name === undefined ? {} : { name }),
    content: text,
  };
}
