import { isJsonObject, type Json, type JsonObject } from '#core';
import { callEntries } from '../../draft/call-entries.ts';
import { objectOf, objectsIn } from '../../draft/json-parts.ts';
import { type DraftStatus, statusOfFlag } from '../../draft/read-status.ts';
import { readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { resultText } from '../../draft/result-text.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Totals } from './event-run.ts';

/** Actions that are not calls: words, and what the program does with itself. */
const QUIET: ReadonlySet<Json | undefined> = new Set([
  'message',
  'system',
  'start',
  'null',
  'summarize',
  'pause',
  'resume',
  'stop',
  'change_agent_state',
  'recall',
  'condensation',
  'condensation_request',
  'loop_recovery',
]);

/** Members of an action that its program adds, beside the arguments. */
const NOTES: ReadonlySet<string> = new Set([
  'thought',
  'blocking',
  'hidden',
  'is_static',
  'is_input',
  'cwd',
  'confirmation_state',
  'security_risk',
  'set_hard_timeout',
]);

/** Adds the events of version 0 to a run. */
export class OldEvents {
  readonly #draft: RunDraft;
  readonly #totals: Totals;
  /** The calls in answers of the model that were added. */
  readonly #added = new Set<string>();
  /** The agents at work below the first: what they do lies between the events of a delegation. */
  readonly #delegates: string[] = [];

  constructor(draft: RunDraft, totals: Totals) {
    this.#draft = draft;
    this.#totals = totals;
  }

  add(event: JsonObject): void {
    const metrics = objectOf(event.llm_metrics);
    if (metrics.accumulated_cost !== undefined) this.#totals.metrics = metrics;
    if (typeof event.action === 'string') this.#addAction(event, event.action);
    else this.#addObservation(event);
  }

  #addAction(event: JsonObject, action: string): void {
    const draft = this.#draft;
    const args = objectOf(event.args);
    if (event.source === 'user') draft.addText('user', textOf(args.content) ?? '');
    if (action === 'system') this.#addSystem(args);
    if (event.source !== 'agent') {
      // What a person ran in the terminal was not chosen by the agent.
      if (event.source === 'user' && !QUIET.has(action)) this.#addCall(event, action, 'user');
      return;
    }
    if (QUIET.has(action) && action !== 'message') return;
    const requester = this.#delegates.at(-1) ?? null;
    this.#beginAnswer(event);
    const words = action === 'message' ? args.content : (args.final_thought ?? args.thought);
    if (requester === null) draft.addText('assistant', textOf(words) ?? '');
    if (action !== 'message') this.#addCall(event, action, requester);
    if (action === 'delegate') this.#delegates.push(textOf(args.agent) ?? 'delegate');
  }

  /** Actions of the same answer of the model belong to the same turn. */
  #beginAnswer(event: JsonObject): void {
    const { model_response: response } = objectOf(event.tool_call_metadata);
    const id = textOf(objectOf(response).id);
    if (id === null || id !== this.#totals.answer) this.#draft.turn += 1;
    this.#totals.answer = id;
    this.#draft.noteModel(objectOf(response).model);
  }

  #addSystem({ content, tools, agent_class: agent }: JsonObject): void {
    this.#draft.addSystemText(textOf(content) ?? '');
    this.#draft.agent ??= textOf(agent);
    if (Array.isArray(tools) && tools.length > 0) this.#draft.offer(readTools(tools));
  }

  /** A call as the model wrote it; without that, the action and its arguments. */
  #addCall(event: JsonObject, action: string, requester: string | null): void {
    const { tool_call_metadata: metadata } = event;
    const startedAt = readTime(event.timestamp);
    if (metadata !== undefined && metadata !== null) {
      const {
        tool_call_id: id,
        function_name: name,
        model_response: response,
      } = objectOf(metadata);
      this.#addAnswer(response, requester, startedAt);
      if (this.#added.has(textOf(id) ?? '')) return;
      const passed = argumentsOf(objectOf(event.args));
      this.#draft.addCall({
        id: textOf(id),
        name: textOf(name) ?? '',
        arguments: passed,
        requester,
        startedAt,
        isAsked: true,
      });
      return;
    }
    const args = objectOf(event.args);
    const isMcp = action === 'call_tool_mcp' || action === 'mcp';
    this.#draft.addCall({
      id: idOf(event.id),
      name: isMcp ? (textOf(args.name) ?? '') : action,
      arguments: isMcp ? args.arguments : argumentsOf(args),
      requester,
      startedAt,
      isAsked: true,
    });
  }

  /** Adds all calls of an answer, since some may never be carried out. */
  #addAnswer(
    response: Json | undefined,
    requester: string | null,
    startedAt: string | undefined,
  ): void {
    const [choice] = objectsIn(objectOf(response).choices);
    const { tool_calls: calls } = objectOf(choice?.message);
    for (const call of callEntries(calls)) {
      const id = textOf(call.id);
      if (id === null || this.#added.has(id)) continue;
      this.#added.add(id);
      const { name, arguments: passed } = objectOf(call.function);
      this.#draft.addCall({
        id,
        name: textOf(name) ?? '',
        arguments: passed,
        requester,
        startedAt,
        isAsked: true,
      });
    }
  }

  #addObservation(event: JsonObject): void {
    const { observation, tool_call_metadata: metadata, cause } = event;
    const extras = objectOf(event.extras);
    if (observation === 'delegate') this.#delegates.pop();
    if (observation === 'agent_state_changed') {
      const isError = extras.agent_state === 'error';
      this.#draft.error = isError ? (textOf(extras.reason) ?? 'the agent ended in an error') : null;
      return;
    }
    const id = textOf(objectOf(metadata).tool_call_id) ?? idOf(cause);
    // Without a cause it is an observation of the surroundings.
    if (id === null || SILENT.has(observation)) return;
    const text = resultText(event.content);
    this.#draft.addResult({ id, name: null, status: statusOf(event, extras), text });
  }
}

/** Observations that answer no call. */
const SILENT: ReadonlySet<Json | undefined> = new Set([
  'null',
  'recall',
  'condense',
  'system',
  'loop_detection',
]);

function idOf(id: Json | undefined): string | null {
  return typeof id === 'number' ? String(id) : textOf(id);
}

function argumentsOf(args: JsonObject): JsonObject {
  const passed = Object.entries(args).filter(([key, value]) => !NOTES.has(key) && value !== null);
  return Object.fromEntries(passed);
}

/** How a call ended: by the kind of the observation, by its flag, or by the exit code of a command. */
function statusOf(
  { observation, success }: JsonObject,
  { metadata }: JsonObject,
): DraftStatus | null {
  if (observation === 'error') return 'error';
  if (observation === 'user_rejected') return 'denied';
  if (success !== undefined) return statusOfFlag(typeof success === 'boolean' ? !success : success);
  const { exit_code: code } = isJsonObject(metadata) ? metadata : {};
  // A command that still runs has the code -1.
  if (typeof code === 'number' && code !== -1) return code === 0 ? 'ok' : 'error';
  return code === undefined ? 'ok' : null;
}
