import { isJsonObject, type Json, type JsonObject, type ToolSpec } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { statusOfFlag } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { resultText } from '../../draft/result-text.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { readOpenAiChatMessage } from '../../dialects/openai-chat/message.ts';
import { QUIET_KINDS } from './event.ts';
import type { Totals } from './event-run.ts';

/** Adds an event of the SDK to a run. */
export function addSdkEvent(event: JsonObject, draft: RunDraft, totals: Totals): void {
  const { kind } = event;
  switch (kind) {
    case 'ActionEvent':
      addAction(event, draft, totals);
      break;
    case 'ObservationEvent':
      addObservation(event, draft);
      break;
    case 'AgentErrorEvent':
      draft.addResult({
        ...callOf(event),
        status: 'error',
        text: textOf(event.error) ?? undefined,
      });
      break;
    case 'UserRejectObservation':
      draft.addResult({
        ...callOf(event),
        status: 'denied',
        text: textOf(event.rejection_reason) ?? undefined,
      });
      break;
    case 'MessageEvent':
      addMessage(event, draft, totals);
      break;
    case 'SystemPromptEvent':
      addSystem(event, draft);
      break;
    case 'ConversationStateUpdateEvent':
      addState(event, draft, totals);
      break;
    case 'ConversationErrorEvent':
      draft.error = textOf(event.detail) ?? textOf(event.code) ?? 'the conversation failed';
      break;
    case 'ACPToolCallEvent':
      draft.reject('READ_CALL_UNREADABLE', 'a call of an ACP agent has a title, and no name');
      break;
    default:
      if (!QUIET_KINDS.has(kind)) draft.rejectType('event', textOf(kind) ?? 'null');
  }
}

function addAction(event: JsonObject, draft: RunDraft, totals: Totals): void {
  const { llm_response_id: answer, tool_call: call } = event;
  const id = textOf(answer);
  // Actions of one answer are events of their own.
  if (id === null || id !== totals.answer) draft.turn += 1;
  totals.answer = id;
  draft.addText('assistant', readText(event.thought));
  // The last words of most runs are passed to the tool that ends them.
  if (event.tool_name === 'finish')
    draft.addText('assistant', textOf(objectOf(event.action).message) ?? '');
  const written = objectOf(call);
  draft.addCall({
    id: textOf(event.tool_call_id) ?? textOf(written.id),
    name: textOf(event.tool_name) ?? '',
    arguments: written.arguments ?? objectOf(written.function).arguments,
    startedAt: readTime(event.timestamp),
    isAsked: true,
  });
}

function callOf(event: JsonObject): { readonly id: string | null; readonly name: string | null } {
  return { id: textOf(event.tool_call_id), name: textOf(event.tool_name) };
}

function addObservation(event: JsonObject, draft: RunDraft): void {
  const { observation } = event;
  const { is_error: flag, content, output } = objectOf(observation);
  draft.addResult({
    ...callOf(event),
    status: isJsonObject(observation) ? (statusOfFlag(flag) ?? 'ok') : 'unreadable',
    text: resultText(content ?? output),
  });
}

function addMessage(event: JsonObject, draft: RunDraft, totals: Totals): void {
  const message = readOpenAiChatMessage(event.llm_message ?? null);
  if (message === null) draft.rejectType('message', textOf(event.source) ?? 'null');
  else draft.addMessage(message);
  totals.answer = null;
}

function addSystem({ system_prompt: prompt, tools }: JsonObject, draft: RunDraft): void {
  draft.addSystemText(readText(prompt));
  const specs = listOf(tools).flatMap(readTool);
  // The SDK may write a tool without its name: then it is not known what was offered.
  if (specs.length > 0 && specs.every(({ name }) => name !== '')) draft.offer(specs);
}

function readTool(tool: Json): readonly ToolSpec[] {
  const { mcp_tool: mcp } = objectOf(tool);
  return readTools([isJsonObject(mcp) ? mcp : tool]);
}

/** States are whole, or a key with its value. The last counts of tokens and cost are those of the run. */
function addState({ key, value }: JsonObject, draft: RunDraft, totals: Totals): void {
  const state = objectOf(key === 'full_state' ? value : { [textOf(key) ?? '']: value ?? null });
  const [metrics] = Object.values(objectOf(objectOf(state.stats).usage_to_metrics));
  if (isJsonObject(metrics)) totals.metrics = metrics;
  draft.id ??= textOf(state.id);
  const { execution_status: status } = state;
  if (status === 'error' || status === 'stuck')
    draft.error ??= `the conversation ended as ${status}`;
}
