// Bedrock Converse: conversations, requests with their responses, streams and invocation logs, as of the API of 2026-11
// (@aws-sdk/client-bedrock-runtime 3.1162), and the messages of Strands agents, which have the same form.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectsIn } from '../../draft/json-parts.ts';
import { ConversationLog } from '../../messages/conversation-log.ts';
import { bodiesOf } from '../../messages/exchange.ts';
import type { Assembler, Likeness, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { isConverseMessage, readConverseBlocks } from '../../dialects/converse/message.ts';
import { CONVERSE_API, isResponse } from './exchange.ts';
import { isInvocationLog, readInvocationLog } from './invocation-log.ts';

/** Logs of the Converse API. */
export const bedrockFormat: TraceFormat = {
  id: 'bedrock',
  title: 'Bedrock Converse and Strands messages',
  joinsFiles: false,
  sniff,
  open: (output) => new ConverseLog(output),
};

function sniff(record: Json): Likeness {
  if (Array.isArray(record)) return isConversation(record) ? 'run' : 'none';
  if (!isJsonObject(record)) return 'none';
  if (isInvocationLog(record) || bodiesOf(record).some(isOurs)) return 'run';
  if (isConverseMessage(record)) return 'part';
  return isUntyped(record) ? 'perhaps' : 'none';
}

function isOurs(body: JsonObject): boolean {
  const { messages, toolConfig } = body;
  if (isResponse(body)) return true;
  return Array.isArray(messages) && (isConversation(messages) || isJsonObject(toolConfig));
}

/** A list with a block that only this API has, or of messages whose blocks are all text without a type. */
function isConversation(list: readonly Json[]): boolean {
  return list.some(isConverseMessage) || (list.length > 0 && list.every(isUntyped));
}

function isUntyped(value: Json): boolean {
  if (!isJsonObject(value) || readConverseBlocks(value) === null) return false;
  const blocks = objectsIn(value.content);
  return blocks.length > 0 && blocks.every(({ text }) => typeof text === 'string');
}

class ConverseLog implements Assembler {
  readonly #log: ConversationLog;

  constructor(output: TraceOutput) {
    this.#log = new ConversationLog(output, CONVERSE_API);
  }

  add(record: Json, where: Place): void {
    const isLog = isJsonObject(record) && isInvocationLog(record);
    this.#log.add(isLog ? readInvocationLog(record) : record, where);
  }

  end(): Iterable<void> {
    return this.#log.end();
  }
}
