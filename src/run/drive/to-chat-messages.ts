import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import type { ChatCall, ChatMessage, DriveTask } from '#drivers';

/** What a row asks the agent: the conversation so far, and what the user says next. */
export type Ask = Pick<DriveTask, 'history' | 'turns' | 'context'>;

/**
 * The input of a row: text, or `{ messages, context }` with the conversation before the decision. Null when it is
 * neither. A system message in it is left to the agent, which has its own.
 */
export function readAsk(input: Json | undefined): Ask | null {
  if (typeof input === 'string' && input !== '') {
    return { history: [], turns: [input], context: null };
  }
  if (input === undefined) return null;
  const list = isJsonObject(input) ? input.messages : input;
  if (!Array.isArray(list)) return null;
  const messages = (list as readonly Json[]).flatMap(toMessage);
  const last = messages.at(-1);
  // After an answer of the agent nobody asks it anything.
  if (last === undefined || last.role === 'assistant') return null;
  const given = isJsonObject(input) ? (input.context ?? null) : null;
  const context = isJsonObject(given) ? given : given === null ? null : { context: given };
  if (last.role !== 'user') return { history: messages, turns: [], context };
  return { history: messages.slice(0, -1), turns: [last.text], context };
}

function toMessage(value: Json): readonly ChatMessage[] {
  if (!isJsonObject(value)) return [];
  const text = textOf(value.content ?? value.text ?? '');
  switch (value.role) {
    case 'user':
    case 'human':
      return [{ role: 'user', text }];
    case 'assistant':
    case 'ai':
    case 'model':
      return [{ role: 'assistant', text, calls: callsOf(value) }];
    case 'tool':
    case 'function':
      return [
        {
          role: 'tool',
          callId: stringOf(value.tool_call_id ?? value.call_id),
          name: stringOf(value.name),
          text,
          isError: value.status === 'error',
        },
      ];
    default:
      return [];
  }
}

function callsOf({ tool_calls: list }: JsonObject): readonly ChatCall[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).filter(isJsonObject).map((call, index) => {
    const made = isJsonObject(call.function ?? null) ? (call.function as JsonObject) : call;
    const passed = made.arguments ?? made.args ?? {};
    return {
      id: stringOf(call.id) || `call_${index + 1}`,
      name: stringOf(made.name),
      arguments: typeof passed === 'string' ? passed : stringifyJson(passed),
    };
  });
}

/** The text of a message: as it is, or the texts among its parts. */
function textOf(content: Json): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === null ? '' : stringifyJson(content);
  return (content as readonly Json[])
    .flatMap((part) =>
      isJsonObject(part) && typeof part.text === 'string'
        ? [part.text]
        : typeof part === 'string'
          ? [part]
          : [],
    )
    .join('\n');
}

function stringOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
