import type { QuotedTurn } from '../report/run-evidence.ts';
import type { ToolCall } from '../trace/trace.ts';

/** A conversation that a run recorded, and what is known of its calls. */
export interface RecordedTalk {
  readonly spoken: readonly QuotedTurn[];
  readonly calls: readonly ToolCall[];
  /** The answer of the model with the worst call, from 1; undefined where no call is wrong. */
  readonly wrongTurn: number | undefined;
}

/**
 * The place of the user's words that explain a run: the last words before its worst call, or before its last call where
 * no call is wrong. The last words of a whole conversation are often "thank you". Without a call, the longest words say
 * most. -1 where the user said nothing.
 */
export function findQuestion({ spoken, calls, wrongTurn }: RecordedTalk): number {
  const turn = wrongTurn ?? calls.findLast((call) => call.turn !== undefined)?.turn;
  if (turn !== undefined) {
    const before = spoken.findLastIndex((said) => said.role === 'user' && said.turn < turn);
    if (before !== -1) return before;
  }
  return calls.length === 0 ? longestOf(spoken) : lastOf(spoken);
}

/** The place of the user's last words; -1 where there are none. */
export function lastOf(spoken: readonly QuotedTurn[]): number {
  return spoken.findLastIndex(({ role }) => role === 'user');
}

/** Of words of the same length, the later. */
function longestOf(spoken: readonly QuotedTurn[]): number {
  let longest = -1;
  for (const [at, { role, text }] of spoken.entries())
    if (role === 'user' && text.length >= (spoken[longest]?.text.length ?? 0)) longest = at;
  return longest;
}
