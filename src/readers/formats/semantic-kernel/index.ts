// Semantic Kernel 1.x: chat histories of .NET (`JsonSerializer.Serialize(history)`) and Python (`history.serialize()`).
import { isJsonObject, type Json } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { MessageListLog } from '../../messages/message-list-log.ts';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { isSemanticKernelMessage } from '../../dialects/semantic-kernel/message.ts';
import { CHAT_HISTORY, findMessages } from './history.ts';

/** Chat histories of Semantic Kernel. */
export const semanticKernelFormat: TraceFormat = {
  id: 'semantic-kernel',
  title: 'Semantic Kernel chat histories',
  joinsFiles: false,
  sniff,
  open: (output) => new MessageListLog(output, CHAT_HISTORY),
};

function sniff(record: Json): Likeness {
  if (isSemanticKernelMessage(record)) return 'part';
  const list = Array.isArray(record)
    ? listOf(record)
    : isJsonObject(record)
      ? (findMessages(record)?.list ?? [])
      : [];
  return isSemanticKernelMessage(list[0]) ? 'run' : 'none';
}
