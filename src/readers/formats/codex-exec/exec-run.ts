import type { Json, JsonObject, Place, Trace } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { statusOfWord, type StatusWords, worstStatus } from '../../draft/read-status.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';

const STATES: StatusWords = new Map([
  ['completed', 'ok'],
  ['failed', 'error'],
  ['declined', 'denied'],
  ['in_progress', null],
]);

/** Items that are not calls. */
const TEXTS: ReadonlySet<Json | undefined> = new Set([
  'agent_message',
  'plan',
  'reasoning',
  'error',
]);

/** Items that are calls. All but those of MCP servers and sub-agents are named after their type: the stream has no other name. */
const CALLS: ReadonlySet<Json | undefined> = new Set([
  'command_execution',
  'file_change',
  'mcp_tool_call',
  'collab_tool_call',
  'web_search',
]);

function nameOf({ type, tool }: JsonObject): string {
  if (type === 'mcp_tool_call' || type === 'collab_tool_call') return textOf(tool) ?? '';
  return textOf(type) ?? '';
}

/** The arguments of a call, as far as the stream has them. */
function passedBy(item: JsonObject): Json | undefined {
  const { type, command, changes, prompt } = item;
  if (type === 'mcp_tool_call') return item.arguments;
  if (type === 'command_execution') return command === undefined ? undefined : { command };
  if (type === 'file_change') return changes === undefined ? undefined : { changes };
  if (type === 'web_search') return item.action ?? { query: item.query ?? '' };
  return prompt === undefined || prompt === null ? undefined : { prompt };
}

/** A run, event by event. */
export class ExecRun {
  readonly where: Place;
  readonly #draft: RunDraft;
  /** Calls that have begun and not ended. */
  readonly #open = new Set<string>();
  /** Lists of tasks that were begun. */
  readonly #plans = new Set<string>();
  #isAnswering = false;
  #hasEnded = false;
  #usage: JsonObject | null = null;

  constructor(where: Place) {
    this.where = where;
    this.#draft = new RunDraft(where);
    // The stream has no event for some tools, nor for calls that Codex could not carry out.
    this.#draft.isPartial = true;
  }

  add(type: string, event: JsonObject, where: Place): void {
    const draft = this.#draft;
    if (type === 'thread.started') draft.id = textOf(event.thread_id);
    else if (type === 'turn.started') {
      this.#hasEnded = false;
      draft.error = null;
    } else if (type === 'turn.completed') {
      this.#hasEnded = true;
      draft.error = null;
      this.#usage = objectOf(event.usage);
    } else if (type === 'turn.failed') {
      this.#hasEnded = true;
      draft.error = readFailure(event.error) ?? 'the turn failed';
    } else if (type === 'error') draft.error = textOf(event.message) ?? 'the stream failed';
    else if (type === 'request_user_input') this.#ask(event);
    else if (/^item\.(?:started|updated|completed)$/.test(type))
      this.#addItem(type, objectOf(event.item), where);
    else if (type !== 'item.plan.delta') draft.rejectType('event', type, where);
  }

  finish(): Trace {
    const draft = this.#draft;
    if (this.#usage !== null)
      draft.addUsage({
        inputTokens: readNumber(this.#usage.input_tokens),
        outputTokens: readNumber(this.#usage.output_tokens),
      });
    if (!this.#hasEnded) draft.error ??= 'the stream ends within a turn: the run was cut off';
    if (draft.turn === 0) draft.error ??= 'the stream has no answer of the model';
    return draft.finish();
  }

  #addItem(event: string, item: JsonObject, where: Place): void {
    const { type } = item;
    if (TEXTS.has(type)) {
      if (event !== 'item.completed' || type === 'error') return;
      this.#startAnswer();
      if (type === 'agent_message') this.#draft.addText('assistant', textOf(item.text) ?? '');
    } else if (type === 'todo_list') this.#addPlan(event, item);
    else if (CALLS.has(type)) this.#addCall(event, item);
    else this.#draft.rejectType('item', textOf(type) ?? 'null', where);
  }

  #addCall(event: string, item: JsonObject): void {
    const id = textOf(item.id);
    if (id === null || !this.#open.has(id)) this.#startAnswer();
    const name = nameOf(item);
    const status = worstStatus(
      statusOfWord(item.status ?? undefined, STATES),
      readFailure(item.error) === null ? null : 'error',
    );
    const isDone = event === 'item.completed';
    this.#draft.addCall({ id, name, server: textOf(item.server), arguments: passedBy(item) });
    if (isDone && id !== null) {
      const text = resultText(item.aggregated_output ?? item.result ?? undefined);
      const isSearch = item.type === 'web_search';
      this.#draft.addResult({ id, name: null, status: isSearch ? 'ok' : status, text });
    }
    if (id === null) return;
    if (isDone) this.#open.delete(id);
    else this.#open.add(id);
    if (isDone && this.#open.size === 0) this.#isAnswering = false;
  }

  /** A list of tasks is written anew by each call. It is completed by the end of the turn, not by a call. */
  #addPlan(event: string, item: JsonObject): void {
    const id = textOf(item.id) ?? '';
    if (event === 'item.completed' && this.#plans.has(id)) return;
    this.#plans.add(id);
    this.#startAnswer();
    const passed = item.items === undefined ? undefined : { items: item.items };
    this.#draft.addCall({ id: null, name: 'todo_list', arguments: passed, answered: true });
    if (this.#open.size === 0) this.#isAnswering = false;
  }

  #ask(event: JsonObject): void {
    this.#startAnswer();
    const passed = event.questions === undefined ? undefined : { questions: event.questions };
    this.#draft.addCall({
      id: textOf(event.call_id),
      name: 'request_user_input',
      arguments: passed,
    });
  }

  #startAnswer(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.#draft.turn += 1;
  }
}
