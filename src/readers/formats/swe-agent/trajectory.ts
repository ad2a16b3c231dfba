import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { callEntries } from '../../draft/call-entries.ts';
import { listOf, objectOf, objectsIn } from '../../draft/json-parts.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { findMisplaced } from '../../messages/unknown-parts.ts';
import { parseText } from '../../spans/parse-text.ts';
import { nameCommand } from './name-command.ts';
import { noteInfo } from './note-info.ts';

/**
 * Makes a run of a trajectory. Calls of functions are in the history; where the model acts in text, the actions of the
 * steps are its calls.
 */
export function readTrajectory(record: JsonObject, run: number | null, where: Place): Trace {
  const draft = new RunDraft(where);
  draft.run = run;
  const steps = objectsIn(record.trajectory);
  const history = objectsIn(record.history).filter(({ is_demo: isDemo }) => isDemo !== true);
  const asked = history.length > 0 ? history : objectsIn(steps[0]?.query);
  addQuestion(draft, asked);
  if (Array.isArray(record.history) && objectsIn(record.history).length < record.history.length)
    draft.rejectType('item', 'null');
  if (history.some(({ tool_calls: calls }) => listOf(calls).length > 0)) addHistory(draft, history);
  else for (const step of steps) addStep(draft, step);
  noteInfo(draft, record.info, where);
  const config = objectOf(parseText(record.replay_config));
  const { model } = objectOf(config.agent);
  draft.requestedModel = textOf(objectOf(model).name);
  if (draft.turn === 0) draft.error ??= 'the agent made no step';
  return draft.finish();
}

/** The system prompt and the task; demonstrations were shown, and not said. */
function addQuestion(draft: RunDraft, messages: readonly JsonObject[]): void {
  for (const { role, content, is_demo: isDemo } of messages) {
    if (isDemo === true) continue;
    if (role === 'system') draft.addSystemText(readText(content));
    if (role !== 'user') continue;
    draft.addText('user', readText(content));
    return;
  }
}

function addHistory(draft: RunDraft, history: readonly JsonObject[]): void {
  for (const item of history) {
    const { role, content, tool_call_ids: ids, tool_calls: calls, agent } = item;
    if (role === 'assistant') {
      draft.turn += 1;
      draft.addText('assistant', textOf(item.thought) ?? readText(content));
      draft.rejectTypes('item', findMisplaced(calls));
      for (const call of callEntries(calls)) addCall(draft, call, requesterOf(agent));
      // An action without a call was written as text.
      if (callEntries(calls).length === 0) addAction(draft, item.action);
    } else if (role === 'tool')
      for (const id of listOf(ids))
        draft.addResult({ id: textOf(id), name: null, status: null, text: resultText(content) });
  }
}

function addCall(draft: RunDraft, call: JsonObject, requester: string | null): void {
  const called = isJsonObject(call.function) ? call.function : call;
  draft.addCall({
    id: textOf(call.id),
    name: textOf(called.name) ?? '',
    arguments: called.arguments,
    requester,
    isAsked: true,
  });
}

/** The first agent is called `main`; others work for it. */
function requesterOf(agent: Json | undefined): string | null {
  const name = textOf(agent);
  return name === 'main' || name === 'primary' ? null : name;
}

function addStep(draft: RunDraft, step: JsonObject): void {
  draft.turn += 1;
  draft.addText('assistant', textOf(step.thought ?? step.response)?.trim() ?? '');
  if (!addAction(draft, step.action)) return;
  const text = resultText(step.observation);
  draft.addResult({ id: null, name: null, status: null, text });
}

function addAction(draft: RunDraft, action: Json | undefined): boolean {
  const command = textOf(action)?.trim() ?? '';
  if (command === '') return false;
  draft.addCall({ id: null, name: nameCommand(command), arguments: { command }, isAsked: true });
  return true;
}
