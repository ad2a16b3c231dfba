// Pydantic AI messages, 0.1 to 2.x: `all_messages_json()` and `new_messages_json()` of a run, and single messages.
import { isJsonObject, type Json } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { MessageListLog } from '../../messages/message-list-log.ts';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { isPydanticMessage } from '../../dialects/pydantic-ai/message.ts';
import { findMessages, PYDANTIC_HISTORY } from './history.ts';

/** Message histories of Pydantic AI. */
export const pydanticAiFormat: TraceFormat = {
  id: 'pydantic-ai',
  title: 'Pydantic AI messages',
  joinsFiles: false,
  sniff,
  open: (output) => new MessageListLog(output, PYDANTIC_HISTORY),
};

function sniff(record: Json): Likeness {
  if (isPydanticMessage(record)) return 'part';
  const list = Array.isArray(record)
    ? listOf(record)
    : isJsonObject(record)
      ? (findMessages(record)?.list ?? [])
      : [];
  return isPydanticMessage(list[0]) ? 'run' : 'none';
}
