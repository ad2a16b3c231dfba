// Microsoft Agent Framework 1.x, Python and .NET: messages, responses, and threads or sessions with their messages. The
// messages of Microsoft.Extensions.AI 9 and 10 have the same form.
import { isJsonObject, type Json } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { MessageListLog } from '../../messages/message-list-log.ts';
import type { Likeness, TraceFormat } from '../../trace-format.ts';
import { isAgentFrameworkMessage } from '../../dialects/agent-framework/message.ts';
import { AGENT_HISTORY, findMessages } from './history.ts';

/** Messages of the Agent Framework. */
export const agentFrameworkFormat: TraceFormat = {
  id: 'agent-framework',
  title: 'Microsoft Agent Framework messages',
  joinsFiles: false,
  sniff,
  open: (output) => new MessageListLog(output, AGENT_HISTORY),
};

function sniff(record: Json): Likeness {
  if (isAgentFrameworkMessage(record)) return 'part';
  const list = Array.isArray(record)
    ? listOf(record)
    : isJsonObject(record)
      ? (findMessages(record)?.list ?? [])
      : [];
  return isAgentFrameworkMessage(list[0]) ? 'run' : 'none';
}
