// OpenAI Chat Completions: conversations, requests with their responses (plain, or lines of a batch), streamed chunks, and
// bare messages, as of the API of 2026-01, with the functions of 2023.
import { isJsonObject, type Json, type Place } from '#core';
import { ConversationLog } from '../../messages/conversation-log.ts';
import { bodiesOf } from '../../messages/exchange.ts';
import type { Assembler, Likeness, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { ChunkLog, isChunk } from './chunk-log.ts';
import { OPENAI_CHAT_API } from './exchange.ts';
import { readOpenAiChatMessage } from '../../dialects/openai-chat/message.ts';

/** Logs of the Chat Completions API and of what speaks it. */
export const openAiChatFormat: TraceFormat = {
  id: 'openai-chat',
  title: 'OpenAI Chat Completions',
  joinsFiles: false,
  sniff,
  open: (output) => new ChatLog(output),
};

function sniff(record: Json): Likeness {
  if (Array.isArray(record)) return sniffList(record);
  if (!isJsonObject(record)) return 'none';
  if (isChunk(record)) return 'part';
  const isRun = bodiesOf(record).some(
    ({ choices, messages }) => hasMessage(choices) || sniffList(messages) === 'run',
  );
  return isRun ? 'run' : sniffMessage(record);
}

/** Any conversation is accepted, even without a mark of this format: formats with marks come first. */
function sniffList(list: Json | undefined): Likeness {
  const first: Json | undefined = Array.isArray(list) ? (list[0] as Json) : undefined;
  return first === undefined || sniffMessage(first) === 'none' ? 'none' : 'run';
}

function sniffMessage(value: Json): Likeness {
  if (!isJsonObject(value) || 'parts' in value) return 'none';
  if (readOpenAiChatMessage(value) === null) return 'none';
  const { tool_calls: calls, function_call: call, role } = value;
  if (Array.isArray(calls) || isJsonObject(call) || role === 'tool' || role === 'function')
    return 'part';
  return 'content' in value ? 'perhaps' : 'none';
}

function hasMessage(choices: Json | undefined): boolean {
  const first: Json | undefined = Array.isArray(choices) ? (choices[0] as Json) : undefined;
  return isJsonObject(first) && isJsonObject(first.message);
}

/** Streamed answers are joined; everything else is a log of messages. */
class ChatLog implements Assembler {
  readonly #chunks: ChunkLog;
  readonly #messages: ConversationLog;

  constructor(output: TraceOutput) {
    this.#chunks = new ChunkLog(output);
    this.#messages = new ConversationLog(output, OPENAI_CHAT_API);
  }

  add(record: Json, where: Place): void {
    if (isJsonObject(record) && isChunk(record)) this.#chunks.add(record, where);
    else this.#messages.add(record, where);
  }

  *end(): Generator<void> {
    yield* this.#messages.end();
    this.#chunks.end();
  }
}
