import type { Place } from '#core';
import type { CallDraft, ResultDraft } from '../draft/call-ledger.ts';
import type { RecordPart } from '../draft/unknown-types.ts';

/** What a session of a coding agent records, in order. Only what a run needs is kept, so that long sessions fit in memory. */
export type Step =
  /** The user said something. */
  | { readonly kind: 'user'; readonly text: string }
  /** A new answer of the model begins. */
  | { readonly kind: 'turn'; readonly model: string | null; readonly requester?: string | null }
  /** Text of an answer. */
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'call'; readonly call: CallDraft }
  | {
      readonly kind: 'result';
      readonly result: ResultDraft;
      readonly requester?: string | null;
      /** When it arrived. */
      readonly at?: string | undefined;
    }
  /** A sub-agent was started here, with a session of its own. */
  | {
      readonly kind: 'spawn';
      readonly session: string;
      /** False where the text of a result may only look like the start of a sub-agent. */
      readonly isCertain?: boolean;
    }
  | {
      readonly kind: 'unknown';
      readonly part: RecordPart;
      readonly type: string;
      readonly where: Place;
    };

/** How many characters of a result are kept. */
const KEPT_OF_RESULT = 1000;

/** The beginning of a long result, as a copy: a substring would keep the whole text in memory. */
export function shortenResult(result: ResultDraft): ResultDraft {
  const { text } = result;
  if (text === undefined || text.length <= KEPT_OF_RESULT) return result;
  return {
    ...result,
    text: `${Buffer.from(text.slice(0, KEPT_OF_RESULT)).toString()}…`,
    isCut: true,
  };
}

/** Removes the last turns of the user with all that followed; returns how many steps were removed. */
export function dropTurns(steps: Step[], turns: number): number {
  let start = steps.length;
  for (let left = turns; left > 0; left -= 1) {
    const at = steps.findLastIndex(({ kind }, index) => kind === 'user' && index < start);
    if (at < 0) break;
    start = at;
  }
  return steps.splice(start).length;
}
