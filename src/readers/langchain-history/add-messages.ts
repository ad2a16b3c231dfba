import { type Json, type JsonObject } from '#core';
import { listOf, objectOf } from '../draft/json-parts.ts';
import type { RunDraft } from '../draft/run-draft.ts';
import { readAnyMessage } from '../dialects/any-message.ts';
import type { Message } from '../messages/message.ts';
import { typeOfPart } from '../messages/unknown-parts.ts';
import { describeCutOff, endReason } from './cut-off.ts';
import type { ListedMessage } from './join-chunks.ts';
import { readLangchainMessage } from '../dialects/langchain/message.ts';
import { readCall } from '../dialects/langchain/read-calls.ts';
import { modelIn } from './model-in.ts';
import { readLangchainUsage } from './read-usage.ts';
import { unwrapMessage } from '../dialects/langchain/unwrap-message.ts';

/** Reads a message of a LangChain history; dictionaries in OpenAI's dialect are allowed there. */
export function readHistoryMessage(value: Json): Message | null {
  return readLangchainMessage(value) ?? readAnyMessage(value);
}

/**
 * Adds a history to a run. The first agent that speaks is the run's agent; answers under another name belong to a
 * sub-agent. `pointer` is the place of the list in its record, null when each message is a record. `requester` names
 * the sub-agent whose whole history it is.
 */
export function addMessages(
  draft: RunDraft,
  messages: readonly ListedMessage[],
  pointer: string | null,
  requester: string | null = null,
): void {
  for (const { index, value } of messages) {
    const message = readHistoryMessage(value);
    const where = pointer === null ? {} : { pointer: `${pointer}/${index}` };
    if (message === null) {
      draft.rejectType('message', typeOfPart(value), where);
      continue;
    }
    if (message.role !== 'assistant') {
      draft.addMessage(message, requester);
      continue;
    }
    const body = unwrapMessage(value)?.body ?? objectOf(value);
    const name = typeof body.name === 'string' && body.name !== '' ? body.name : null;
    if (requester === null && draft.turn === 0) draft.agent = name;
    draft.addMessage(message, requester ?? (name === draft.agent ? null : name));
    if (requester !== null) continue;
    // The last speaker answers the user.
    if (message.text !== '') draft.output = message.text;
    addAnswer(draft, body, name === draft.agent);
    draft.endAnswer(endReason(body.response_metadata), message.calls.length, where.pointer);
  }
}

function addAnswer(draft: RunDraft, body: JsonObject, isOfAgent: boolean): void {
  draft.addUsage(readLangchainUsage(body));
  const response = objectOf(body.response_metadata);
  const model = modelIn(response);
  if (model !== undefined) draft.metadata.set('model', model);
  if (isOfAgent) draft.noteModel(model);
  draft.error = describeCutOff(response);
  const unnamed = [body.tool_calls, body.invalid_tool_calls]
    .flatMap((list) => listOf(list))
    .some((call) => readCall(call).length === 0);
  // The chosen tool is unknown, so the run cannot be measured.
  if (unnamed) draft.addCall({ id: null, name: '' });
}
