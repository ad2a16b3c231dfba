import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Place,
  type ToolSpec,
  type Trace,
} from '#core';
import { objectOf, objectsIn } from '../../draft/json-parts.ts';
import { callEntries } from '../../draft/call-entries.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { type DraftStatus, statusOfFlag } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { findUnknown } from '../../messages/unknown-parts.ts';
import { readTrajectoryUsage } from './read-usage.ts';
import { savedPartOf, readOwn } from './read-own.ts';

/** Makes a run of a trajectory and of the sub-agents in it. */
export class Trajectory {
  readonly #draft: RunDraft;
  /** Whether an agent made calls without recording which tools were offered. */
  #hidesTools = false;
  #tools: ToolSpec[] | null = null;

  constructor(where: Place) {
    this.#draft = new RunDraft(where);
  }

  read(root: JsonObject): Trace {
    const draft = this.#draft;
    const agent = objectOf(root.agent);
    const steps = objectsIn(root.steps);
    draft.id = textOf(root.trajectory_id) ?? textOf(root.session_id);
    draft.agent = textOf(agent.name);
    for (const [key, value] of [
      ['model', agent.model_name],
      ['session', root.session_id],
    ] as const)
      if (textOf(value) !== null) draft.metadata.set(key, value ?? null);
    draft.requestedModel = textOf(agent.model_name);
    const times = steps
      .map(({ timestamp }) => timestamp)
      .filter((time) => typeof time === 'string');
    draft.startedAt = readTime(times[0]);
    draft.durationMs = durationMs(times[0], times.at(-1));
    draft.addUsage(readTrajectoryUsage(root.final_metrics, steps));
    this.#walk(root, null);
    if (this.#tools !== null && !this.#hidesTools) draft.offer(this.#tools);
    if (draft.turn === 0) draft.error ??= 'the trajectory has no step of the agent';
    const own = savedPartOf(root);
    return own === null ? draft.finish() : readOwn(root, own, draft.finish());
  }

  /** Walks the steps. The steps of a sub-agent follow the call whose result refers to it, others come at the end. */
  #walk(trajectory: JsonObject, requester: string | null): void {
    this.#readTools(trajectory);
    const { steps, subagent_trajectories: subs } = trajectory;
    if (![steps, subs ?? []].every((list) => Array.isArray(list) && list.every(isJsonObject)))
      this.#draft.error = 'steps and trajectories of sub-agents must be lists of objects';
    const waiting = new Map<string, JsonObject>();
    for (const sub of objectsIn(subs))
      waiting.set(textOf(sub.trajectory_id) ?? textOf(sub.session_id) ?? `#${waiting.size}`, sub);
    for (const step of objectsIn(steps)) {
      this.#addStep(step, requester);
      for (const id of referredTo(step)) this.#enter(waiting, id);
    }
    for (const id of waiting.keys()) this.#enter(waiting, id);
  }

  #readTools({ agent, steps }: JsonObject): void {
    const listed = isJsonObject(agent) ? agent.tool_definitions : undefined;
    if (Array.isArray(listed)) {
      this.#tools ??= [];
      for (const tool of readTools(listed)) this.#tools.push(tool);
    } else this.#hidesTools ||= objectsIn(steps).some((step) => Array.isArray(step.tool_calls));
  }

  #enter(waiting: Map<string, JsonObject>, id: string): void {
    const sub = waiting.get(id);
    if (sub === undefined) return;
    waiting.delete(id);
    const agent = objectOf(sub.agent);
    this.#walk(sub, textOf(agent.name) ?? 'subagent');
  }

  #addStep(step: JsonObject, requester: string | null): void {
    const draft = this.#draft;
    const text = readText(step.message);
    if (step.source === 'user' && requester === null) draft.addText('user', text);
    // What was copied from an earlier trajectory was done there.
    if (step.is_copied_context === true) return;
    if (!SOURCES.has(step.source)) draft.rejectType('event', textOf(step.source) ?? 'null');
    if (step.source === 'agent')
      draft.rejectTypes(
        'part',
        findUnknown(step.message, (type) => PARTS.has(type)),
      );
    if (step.source === 'agent') {
      draft.turn += 1;
      if (requester === null) {
        draft.addText('assistant', text);
        draft.noteModel(step.model_name ?? draft.requestedModel);
      }
    }
    const calls = callEntries(step.tool_calls);
    for (const call of calls) {
      const extra = objectOf(call.extra);
      draft.addCall({
        id: textOf(call.tool_call_id),
        name: textOf(call.function_name) ?? '',
        server: textOf(extra.server) ?? textOf(extra.server_name) ?? textOf(extra.mcp_server),
        arguments: call.arguments,
        requester: step.source === 'user' ? 'user' : requester,
        startedAt: readTime(step.timestamp),
        isAsked: true,
      });
    }
    for (const result of resultsOf(step)) {
      const only = calls.length === 1 ? textOf(calls[0]?.tool_call_id) : null;
      const id = textOf(result.source_call_id) ?? only;
      // An observation that is of no call is what the surroundings showed.
      const seen = { name: null, status: statusOf(result), text: resultText(result.content) };
      if (id !== null) draft.addResult({ id, ...seen }, requester);
    }
  }
}

const SOURCES: ReadonlySet<Json | undefined> = new Set(['system', 'user', 'agent']);
/** Parts of a message: calls are beside it. */
const PARTS: ReadonlySet<string> = new Set(['text', 'image', 'audio', 'video', 'file']);

function resultsOf({ observation }: JsonObject): readonly JsonObject[] {
  return isJsonObject(observation) ? objectsIn(observation.results) : [];
}

/** The format has no mark of failure; some writers have one in `extra`. */
function statusOf({ extra }: JsonObject): DraftStatus | null {
  if (!isJsonObject(extra)) return null;
  return readFailure(extra.error) === null ? statusOfFlag(extra.is_error) : 'error';
}

/** The trajectories of sub-agents that the results of a step refer to: a reference, or a list of them. */
function referredTo(step: JsonObject): string[] {
  return resultsOf(step)
    .flatMap(({ subagent_trajectory_ref: ref }) => (Array.isArray(ref) ? (ref as Json[]) : [ref]))
    .filter(isJsonObject)
    .flatMap((ref) => textOf(ref.trajectory_id) ?? textOf(ref.session_id) ?? []);
}
