import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf, objectsIn } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readTime } from '../../draft/read-time.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { FoundMessages, HistoryDialect } from '../../messages/message-list-log.ts';
import {
  isAgentFrameworkMessage,
  readAgentFrameworkMessage,
} from '../../dialects/agent-framework/message.ts';
import { memberOf } from '../../draft/member-of.ts';

export const AGENT_HISTORY: HistoryDialect = {
  mismatch: 'a record of the Agent Framework has messages with a role and contents',
  isMessage: isAgentFrameworkMessage,
  findMessages,
  addMessage,
  note,
};

/** How deep a thread or a session has its messages. */
const MAX_DEPTH = 4;

/** The messages of a response, or of the store in a thread or session. */
export function findMessages(record: JsonObject, depth: number = 0): FoundMessages | null {
  const key = ['messages', 'Messages'].find((name) => Array.isArray(record[name]));
  if (key !== undefined) return { list: record[key] as readonly Json[], pointer: `/${key}` };
  if (depth === MAX_DEPTH) return null;
  for (const [name, inner] of Object.entries(record)) {
    const messages = isJsonObject(inner) ? findMessages(inner, depth + 1) : null;
    if (messages !== null) return { ...messages, pointer: `/${name}${messages.pointer}` };
  }
  return null;
}

function addMessage(draft: RunDraft, value: Json): boolean {
  const message = readAgentFrameworkMessage(value);
  if (message === null || !isJsonObject(value)) return false;
  const author = textOf(memberOf(value, 'author_name'));
  const isAnswer = message.role === 'assistant';
  if (isAnswer) draft.agent ??= author;
  // Another agent of a workflow works for the run, and is not its agent.
  const isOther = isAnswer && author !== null && author !== draft.agent;
  draft.addMessage(message, isOther ? author : null);
  draft.startedAt ??= readTime(memberOf(value, 'created_at'));
  for (const content of objectsIn(memberOf(value, 'contents')))
    if (content.type === 'usage' || content.$type === 'usage')
      addUsage(draft, memberOf(content, 'usage_details') ?? memberOf(content, 'details'));
  return true;
}

function addUsage(draft: RunDraft, usage: Json | undefined): void {
  const counts = objectOf(usage);
  draft.addUsage({
    inputTokens: readNumber(memberOf(counts, 'input_token_count')),
    outputTokens: readNumber(memberOf(counts, 'output_token_count')),
  });
}

/** What a response or a session has beside its messages. */
function note(draft: RunDraft, record: JsonObject): void {
  const ids = ['response_id', 'session_id', 'thread_id', 'conversation_id', 'id'];
  draft.id = ids.map((id) => textOf(memberOf(record, id))).find((id) => id !== null) ?? null;
  const model = textOf(memberOf(record, 'model_id')) ?? textOf(record.model);
  draft.requestedModel = model;
  draft.agent ??= textOf(memberOf(record, 'agent_id'));
  addUsage(draft, memberOf(record, 'usage_details') ?? memberOf(record, 'usage'));
  const reason = memberOf(record, 'finish_reason');
  const word = textOf(isJsonObject(reason) ? reason.value : reason);
  draft.endAnswer(word ?? undefined, draft.callCount);
  if (word !== null && /^(?:length|content_?filter)$/i.test(word))
    draft.error = `the answer was cut off (finish_reason ${word})`;
}
