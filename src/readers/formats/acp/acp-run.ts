import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { objectOf, objectsIn } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readText } from '../../draft/read-text.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { CallBoard } from './call-board.ts';
import { isKnownMethod } from './message.ts';

/** Updates that are not calls. */
const NOTES: ReadonlySet<Json | undefined> = new Set([
  'agent_thought_chunk',
  'plan',
  'plan_update',
  'plan_removed',
  'available_commands_update',
  'current_mode_update',
  'current_model_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
]);

/** A session, message by message. */
export class AcpRun {
  readonly where: Place;
  readonly #draft: RunDraft;
  readonly #calls: CallBoard;
  #text = '';
  #isAnswering = false;
  /** Whether a question waits for its answer. */
  #isOpen = false;
  #hasQuestion = false;

  constructor(where: Place, session: string) {
    this.where = where;
    this.#draft = new RunDraft(where);
    this.#draft.id = session;
    this.#calls = new CallBoard(this.#draft);
  }

  add(message: JsonObject, where: Place): void {
    const { method, result, error } = message;
    const params = objectOf(message.params);
    if (method === 'session/prompt') this.#ask(params);
    else if (method === 'session/update') this.#update(params.update, where);
    else if (method === 'session/request_permission') this.#requestPermission(params);
    else if (typeof method === 'string') {
      if (!isKnownMethod(method)) this.#draft.rejectType('method', method, where);
    } else if (error !== undefined) this.#fail(error);
    else this.#answer(objectOf(result));
  }

  finish(): Trace {
    const draft = this.#draft;
    this.#endText();
    this.#calls.finish();
    if (draft.turn === 0) draft.error ??= 'the session has no answer of the agent';
    if (this.#isOpen) draft.isPartial = true;
    return draft.finish();
  }

  #ask({ prompt }: JsonObject): void {
    this.#endText();
    this.#isAnswering = false;
    this.#isOpen = true;
    this.#hasQuestion = true;
    this.#draft.error = null;
    this.#draft.addText('user', readText(prompt));
  }

  #update(update: Json | undefined, where: Place): void {
    const value = objectOf(update);
    const kind = value.sessionUpdate;
    if (kind === 'tool_call' || kind === 'tool_call_update') {
      if (!this.#calls.has(value)) {
        this.#startAnswer();
        this.#endText();
      }
      if (this.#calls.add(value)) this.#isAnswering = false;
    } else if (kind === 'agent_message_chunk') {
      this.#startAnswer();
      this.#text += readText(value.content);
    } else if (kind === 'user_message_chunk') {
      // A client that records its question has it already; a session that is loaded has its questions here.
      if (!this.#hasQuestion) this.#draft.addText('user', readText(value.content));
    } else if (!NOTES.has(kind)) this.#draft.rejectType('event', textOf(kind) ?? 'null', where);
  }

  #requestPermission({ toolCall, options }: JsonObject): void {
    if (!isJsonObject(toolCall)) return;
    if (!this.#calls.has(toolCall)) this.#startAnswer();
    this.#calls.add(toolCall);
    const refusals = objectsIn(options).filter(({ kind }) =>
      (textOf(kind) ?? '').startsWith('reject'),
    );
    this.#calls.awaitPermission(
      toolCall,
      refusals.flatMap(({ optionId }) => textOf(optionId) ?? []),
    );
  }

  #answer(result: JsonObject): void {
    if (isJsonObject(result.outcome)) this.#calls.decide(result.outcome);
    const reason = textOf(result.stopReason);
    if (reason === null) return;
    this.#isOpen = false;
    if (reason === 'max_tokens' || reason === 'max_turn_requests')
      this.#draft.error = `the answer was cut off (${reason})`;
  }

  /** The editor may fail to read a file; only a question that fails ends a turn. */
  #fail(error: Json | undefined): void {
    if (!this.#isOpen) return;
    this.#draft.error = readFailure(error) ?? 'the agent answered with an error';
    this.#isOpen = false;
  }

  #startAnswer(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.#draft.turn += 1;
  }

  #endText(): void {
    this.#draft.addText('assistant', this.#text);
    this.#text = '';
  }
}
