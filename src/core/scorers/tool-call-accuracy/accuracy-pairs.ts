import type { ExpectedCalls } from '../../calls/expected-calls.ts';
import { heaviestMatching } from '../../matching/heaviest-matching.ts';
import { maximumMatching } from '../../matching/maximum-matching.ts';
import type { Ratio } from '../../scoring/scorer.ts';
import type { ToolCall } from '../../trace/trace.ts';
import { isFull, meanOf, commonScale, scaled, reduced } from './key-score.ts';

/** A pairing of every expectation with a call: the call of each slot and the mean of their shares. */
export interface Pairing {
  readonly callOf: ArrayLike<number>;
  readonly sample: Ratio;
}

/** Position by position; null when a tool differs. */
export function pairByPosition(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
): Pairing | null {
  if (!calls.every((call, i) => index.match(call).includes(i))) return null;
  const shares = expectations.map((expectation, i) => expectation.keyScore(calls[i]!));
  return { callOf: expectations.map((_, i) => i), sample: meanOf(shares) };
}

/** The perfect matching with the greatest total; null when the multisets of tools differ. */
export function pairBest(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
): Pairing | null {
  const callsOf: number[][] = expectations.map(() => []);
  calls.forEach((call, i) => {
    for (const slot of index.match(call)) callsOf[slot]!.push(i);
  });
  if (maximumMatching(callsOf, calls.length).includes(-1)) return null;
  const shares = callsOf.map((list, slot) =>
    list.map((i) => expectations[slot]!.keyScore(calls[i]!)),
  );
  const ideal = maximumMatching(
    callsOf.map((list, slot) => list.filter((_, at) => isFull(shares[slot]![at]!))),
    calls.length,
  );
  if (!ideal.includes(-1)) return { callOf: ideal, sample: { num: 1, den: 1 } };
  const scale = commonScale(shares.flat());
  const weights = callsOf.map((list, slot) => {
    const row: (bigint | null)[] = calls.map(() => null);
    list.forEach((i, at) => (row[i] = scaled(shares[slot]![at]!, scale)));
    return row;
  });
  const best = heaviestMatching(weights);
  if (best === null) return null;
  return { callOf: best.columnOf, sample: reduced(best.total, scale * BigInt(calls.length)) };
}
