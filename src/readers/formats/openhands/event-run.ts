import type { Json, JsonObject, Place, Trace } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { isOldEvent } from './event.ts';
import { OldEvents } from './old-events.ts';
import { addSdkEvent } from './sdk-events.ts';

/** What a run has counted so far; every event repeats it. */
export interface Totals {
  metrics: JsonObject | null;
  /** The answer of the model that the last action belongs to. */
  answer: string | null;
}

/** A run by its events, of either version. */
export class EventRun {
  readonly draft: RunDraft;
  readonly #old: OldEvents;
  readonly #totals: Totals = { metrics: null, answer: null };
  #first: Json | undefined;
  #last: Json | undefined;

  constructor(where: Place) {
    this.draft = new RunDraft(where);
    this.#old = new OldEvents(this.draft, this.#totals);
  }

  add(event: JsonObject): void {
    const { timestamp } = event;
    this.#first ??= timestamp;
    this.#last = timestamp ?? this.#last;
    if (isOldEvent(event)) this.#old.add(event);
    else addSdkEvent(event, this.draft, this.#totals);
  }

  finish(): Trace {
    const { draft } = this;
    draft.startedAt = readTime(this.#first);
    draft.durationMs = durationMs(this.#first, this.#last);
    const { accumulated_cost: cost, accumulated_token_usage: usage } = this.#totals.metrics ?? {};
    const counts = objectOf(usage);
    draft.addUsage({
      inputTokens: readNumber(counts.prompt_tokens),
      outputTokens: readNumber(counts.completion_tokens),
      cost: readNumber(cost),
    });
    if (draft.turn === 0) draft.error ??= 'the agent never acted';
    return draft.finish();
  }
}
