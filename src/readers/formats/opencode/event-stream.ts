import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { replay } from '../../sessions/replay.ts';
import type { Step } from '../../sessions/step.ts';
import { readUsage } from './build-run.ts';
import { readPart } from './read-message.ts';

const EVENTS: ReadonlySet<Json | undefined> = new Set([
  'step_start',
  'step_finish',
  'text',
  'reasoning',
  'tool_use',
  'error',
]);

/** Whether a record is an event of `opencode run --format json`. */
export function isStreamEvent(record: Json): boolean {
  if (!isJsonObject(record) || typeof record.sessionID !== 'string') return false;
  if (!EVENTS.has(record.type)) return false;
  return isJsonObject(record.part) || (record.type === 'error' && 'error' in record);
}

/** A run of the command line. It has no question, and ends with the step that asks for no tool. */
export class EventStream {
  readonly where: Place;
  readonly #draft: RunDraft;
  readonly #steps: Step[] = [];
  #end: string | null = null;

  constructor(where: Place, session: string) {
    this.where = where;
    this.#draft = new RunDraft(where);
    this.#draft.id = session;
  }

  add(event: JsonObject, where: Place): void {
    const { type, part } = event;
    if (type === 'step_start') {
      this.#end = null;
      this.#draft.error = null;
      this.#steps.push({ kind: 'turn', model: null });
    } else if (type === 'step_finish') {
      this.#end = textOf(objectOf(part).reason);
      this.#draft.addUsage(readUsage(objectOf(part)));
    } else if (type === 'error')
      this.#draft.error =
        readFailure(objectOf(event.error).data) ?? readFailure(event.error) ?? 'the run failed';
    else if (EVENTS.has(type))
      for (const step of readPart(part ?? null, where)) this.#steps.push(step);
    else this.#steps.push({ kind: 'unknown', part: 'event', type: textOf(type) ?? 'null', where });
  }

  finish(): Trace {
    const draft = this.#draft;
    replay({ steps: this.#steps, requester: null }, new Map(), draft);
    if (this.#end === null || this.#end === 'tool-calls')
      draft.error ??= 'the stream ends within a turn: the run was cut off';
    if (draft.turn === 0) draft.error ??= 'the stream has no answer of the model';
    return draft.finish();
  }
}
