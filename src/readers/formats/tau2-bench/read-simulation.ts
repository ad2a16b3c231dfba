import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { readNumber } from '../../draft/read-number.ts';
import { statusOfFlag } from '../../draft/read-status.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { resultText } from '../../draft/result-text.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { type Misread, NO_MESSAGE } from '../../messages/exchange.ts';
import { readOpenAiChatMessage } from '../../dialects/openai-chat/message.ts';
import { noteTask } from '../../draft/note-task.ts';

/** The user or the agent came to an end by themselves; every other reason cut the run off. */
const ENDINGS: ReadonlySet<Json> = new Set(['user_stop', 'agent_stop']);

/** Makes a run of a simulation; `info` is what the file says of all of them. */
export function readSimulation(value: Json, info: JsonObject, where: Place): Trace | Misread {
  if (!isJsonObject(value) || !Array.isArray(value.messages))
    return { pointer: '', message: 'a simulation needs messages' };
  const draft = new RunDraft(where);
  for (const [index, message] of (value.messages as readonly Json[]).entries())
    if (!addMessage(draft, message)) return { pointer: `/messages/${index}`, message: NO_MESSAGE };
  noteSimulation(draft, value);
  noteInfo(draft, info);
  return draft.finish();
}

/** Adds a message with calls of the agent or of the simulated user; returns false for other values. */
function addMessage(draft: RunDraft, value: Json): boolean {
  const message = readOpenAiChatMessage(value);
  if (message === null || !isJsonObject(value)) return false;
  if (message.role === 'tool') {
    const { id, error, requestor } = value;
    const status = statusOfFlag(error);
    const requester = requestor === 'user' ? 'user' : null;
    const text = resultText(value.content);
    draft.addResult({ id: textOf(id), name: null, status, text }, requester);
    return true;
  }
  const isSimulated = message.role === 'user' && message.calls.length > 0;
  draft.addMessage(message, isSimulated ? 'user' : null);
  if (message.role === 'assistant' && isJsonObject(value.usage))
    draft.addUsage({
      inputTokens: readNumber(value.usage.prompt_tokens),
      outputTokens: readNumber(value.usage.completion_tokens),
    });
  return true;
}

function noteSimulation(draft: RunDraft, simulation: JsonObject): void {
  const { id, task_id: task, trial, start_time: start, end_time: end } = simulation;
  const { termination_reason: reason = null, agent_cost: cost } = simulation;
  if (typeof id === 'string') draft.id = id;
  noteTask(draft, task, trial);
  draft.addUsage({ cost: readNumber(cost) });
  draft.startedAt = readTime(start);
  draft.durationMs = durationMs(start, end);
  if (typeof reason === 'string' && !ENDINGS.has(reason))
    draft.error = `the simulation was ended by ${reason}`;
  if (draft.turn === 0) draft.error ??= 'the agent never answered';
}

function noteInfo(
  draft: RunDraft,
  { agent_info: agent, environment_info: place }: JsonObject,
): void {
  if (isJsonObject(agent)) {
    if (typeof agent.implementation === 'string') draft.agent = agent.implementation;
    if (typeof agent.llm === 'string') draft.metadata.set('model', agent.llm);
    draft.requestedModel = textOf(agent.llm);
  }
  if (!isJsonObject(place)) return;
  if (typeof place.domain_name === 'string') draft.metadata.set('domain', place.domain_name);
  if (Array.isArray(place.tool_defs)) draft.offer(readTools(place.tool_defs));
}
