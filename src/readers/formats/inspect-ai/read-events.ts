import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { statusOfFlag, worstStatus } from '../../draft/read-status.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { resultText } from '../../draft/result-text.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Attachments } from './attachments.ts';
import { EventScopes } from './event-scopes.ts';
import { readMessage, statusOf } from '../../dialects/inspect-ai/message.ts';

/** An event of the run itself, and who acted in it; null is the agent. */
interface RunEvent {
  readonly event: JsonObject;
  readonly requester: string | null;
}

/** The events of a sample that belong to the run, without those of its scorers. */
export interface RunEvents {
  readonly list: readonly RunEvent[];
  readonly agent: string | null;
  /** Whether the place of the events contains something else. */
  readonly hasLost: boolean;
  has(kind: 'model' | 'tool'): boolean;
}

/** Collects the events of a run in order, also events inside the tool and subtask events of older logs. */
export function collectEvents(sample: JsonObject): RunEvents {
  const scopes = new EventScopes();
  const list: RunEvent[] = [];
  let hasLost = false;
  const collect = (events: Json | undefined, within: string | null): void => {
    if (!Array.isArray(events)) {
      hasLost ||= events !== undefined;
      return;
    }
    for (const event of events as readonly Json[]) {
      if (!isJsonObject(event)) hasLost = true;
      if (!isJsonObject(event) || scopes.take(event)) continue;
      const scope = scopes.scopeOf(event);
      if (scope.kind === 'scorer') continue;
      list.push({ event, requester: scope.requester ?? within });
      const name = event.event === 'subtask' ? event.name : (event.agent ?? event.function);
      if (event.event === 'tool' || event.event === 'subtask') collect(event.events, textOf(name));
    }
  };
  const { transcript } = sample;
  collect(sample.events ?? (isJsonObject(transcript) ? transcript.events : undefined), null);
  const kinds = new Set(list.map(({ event }) => event.event));
  return { list, agent: scopes.agent, hasLost, has: (kind) => kinds.has(kind) };
}

/** Adds what the events say: what the model answered, what the tools did, and what was refused. */
export function addEvents(
  draft: RunDraft,
  { list, hasLost }: RunEvents,
  attachments: Attachments,
): void {
  if (hasLost) draft.reject('READ_ANSWER_MISSING', 'the events are not a list of objects');
  for (const { event, requester } of list) {
    if (event.event === 'model') addModelEvent(draft, event, requester, attachments);
    else if (event.event === 'tool') addToolEvent(draft, event, requester, attachments);
    else if (event.event === 'approval') addApproval(draft, event);
    else if (!HARMLESS.has(event.event)) draft.rejectType('event', textOf(event.event) ?? 'null');
  }
}

/** Events that are not calls. */
const HARMLESS: ReadonlySet<Json | undefined> = new Set([
  'sample_init',
  'sample_limit',
  'sandbox',
  'state',
  'store',
  'input',
  'score',
  'score_edit',
  'error',
  'logger',
  'info',
  'interrupt',
  'subtask',
  'compaction',
  'checkpoint',
  'branch',
  'anchor',
]);

function addModelEvent(
  draft: RunDraft,
  { output, tools, error, pending, model }: JsonObject,
  requester: string | null,
  attachments: Attachments,
): void {
  if (Array.isArray(tools)) draft.offer(readTools(attachments.resolve(tools as Json)));
  const choices = isJsonObject(output) ? output.choices : undefined;
  const [choice] = listOf(choices);
  const message = isJsonObject(choice) ? readMessage(attachments.resolve(choice.message)) : null;
  if (message === null) {
    const hasNone = Array.isArray(choices) && choices.length === 0;
    if (!hasNone && (error ?? null) === null && pending !== true)
      draft.missAnswer('READ_ANSWER_MISSING', 'a model event has no answer that can be read');
    return;
  }
  draft.addMessage(message, requester);
  if (requester === null) draft.noteModel((isJsonObject(output) ? output.model : null) ?? model);
  if (isJsonObject(choice)) draft.endAnswer(choice.stop_reason, message.calls.length);
}

function addToolEvent(
  draft: RunDraft,
  event: JsonObject,
  requester: string | null,
  attachments: Attachments,
): void {
  const name = textOf(event.function) ?? '';
  const isOpen = event.pending === true;
  const id = textOf(event.id);
  // What did not fail has null there, as every member that is not set.
  const failed = statusOfFlag(event.failed ?? undefined);
  const status = isOpen ? null : worstStatus(failed, statusOf(event.error));
  draft.addCall({
    id,
    name,
    arguments: attachments.resolve(event.arguments),
    requester,
    status,
    startedAt: readTime(event.timestamp),
    durationMs: durationMs(event.timestamp, event.completed ?? undefined),
  });
  const text = resultText(attachments.resolve(event.result));
  if (id !== null && text !== undefined && !isOpen)
    draft.addResult({ id, name, status, text }, requester);
}

function addApproval(draft: RunDraft, { decision, call }: JsonObject): void {
  const id = isJsonObject(call) ? textOf(call.id) : null;
  if (id !== null && (decision === 'reject' || decision === 'terminate')) draft.deny(id);
}
