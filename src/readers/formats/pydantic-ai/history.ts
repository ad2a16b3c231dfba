import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readTime } from '../../draft/read-time.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { FoundMessages, HistoryDialect } from '../../messages/message-list-log.ts';
import {
  isPydanticMessage,
  readPydanticMessage,
  readSystemTexts,
} from '../../dialects/pydantic-ai/message.ts';

export const PYDANTIC_HISTORY: HistoryDialect = {
  mismatch: 'a history of Pydantic AI is a list of requests and responses with parts',
  isMessage: isPydanticMessage,
  findMessages,
  addMessage,
  note: (draft, record) => {
    draft.id = textOf(record.id) ?? draft.id;
    draft.error ??= readFailure(record.error);
  },
};

/** Where programs put the list beside other facts about a run. */
const KEYS = ['all_messages', 'new_messages', 'messages', 'message_history', 'history'] as const;

/** The messages of a record that has them under the name of the method that returns them. */
export function findMessages(record: JsonObject): FoundMessages | null {
  const key = KEYS.find((name) => Array.isArray(record[name]));
  if (key === undefined) return null;
  return { list: record[key] as readonly Json[], pointer: `/${key}` };
}

function addMessage(draft: RunDraft, value: Json): boolean {
  const message = readPydanticMessage(value);
  if (message === null || !isJsonObject(value)) return false;
  for (const text of readSystemTexts(value)) draft.addSystemText(text);
  draft.addMessage(message);
  // A history goes on with the messages of earlier runs.
  draft.id = textOf(value.run_id) ?? draft.id;
  draft.startedAt ??= readTime(value.timestamp ?? objectOf((value.parts as Json[])[0]).timestamp);
  if (message.role === 'assistant') endAnswer(draft, value, message.calls.length);
  return true;
}

function endAnswer(draft: RunDraft, answer: JsonObject, calls: number): void {
  const { usage, model_name: model, finish_reason: reason } = answer;
  draft.noteModel(model);
  if (textOf(model) !== null) draft.metadata.set('model', model ?? null);
  draft.endAnswer(reason, calls);
  // Only the end of the last answer counts.
  draft.error =
    reason === 'length' || reason === 'content_filter'
      ? `the answer was cut off (finish_reason ${reason})`
      : null;
  const counts = objectOf(usage);
  draft.addUsage({
    // Before 0.8 the names were those of requests. Cached tokens are part of the input.
    inputTokens: readNumber(counts.input_tokens ?? counts.request_tokens),
    outputTokens: readNumber(counts.output_tokens ?? counts.response_tokens),
  });
}
