import { isJsonObject, type JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { addMessages } from '../../langchain-history/add-messages.ts';
import { joinChunks } from '../../langchain-history/join-chunks.ts';
import type { State } from './state.ts';

/** The order of the parts of a graph: the whole first, then as they were saved. */
export function compareStates(a: State, b: State): number {
  return orderKey(a) < orderKey(b) ? -1 : 1;
}

function orderKey({ namespace, time }: State): string {
  return namespace === '' ? '' : `${time} ${namespace}`;
}

/** Whether a state of a conversation was saved after another, or at the same time and recorded after it. */
export function isLater(a: State, b: State): boolean {
  return a.time === b.time ? a.step >= b.step : a.time > b.time;
}

/** Adds the state of a graph, or of a sub-agent's part of it, to a run. */
export function addState(draft: RunDraft, state: State): void {
  const { record, namespace } = state;
  // `outer:id|inner:id`: the last is who speaks.
  const requester =
    namespace === '' ? null : (/([^|:]+)(?::[^|]*)?$/.exec(namespace)?.[1] ?? namespace);
  addMessages(draft, joinChunks(state.messages), state.pointer, requester);
  if (requester !== null) return;
  draft.id = state.thread ?? textOf(record.run_id) ?? textOf(record.id);
  if (Array.isArray(record.tools)) draft.offer(readTools(record.tools));
  draft.error = errorOf(record) ?? draft.error;
  if (Array.isArray(record.tags)) draft.metadata.set('tags', record.tags);
  if (!isJsonObject(record.metadata)) return;
  for (const [key, value] of Object.entries(record.metadata))
    if (!BOOKKEEPING.has(key) && typeof value !== 'object') draft.metadata.set(key, value);
}

/** What LangGraph notes with a state for itself. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['source', 'step', 'thread_id', 'checkpoint_ns']);

function errorOf(record: JsonObject): string | null {
  const tasks = listOf(record.tasks);
  for (const task of tasks) {
    const failure = isJsonObject(task) ? textOf(task.error) : null;
    if (failure !== null) return failure;
  }
  return record.status === 'error' ? (textOf(record.error) ?? 'the run ended with an error') : null;
}
