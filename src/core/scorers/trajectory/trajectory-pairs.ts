import type { Expectation } from '../../calls/expectation.ts';
import type { ExpectedCalls } from '../../calls/expected-calls.ts';
import { maximumMatching } from '../../matching/maximum-matching.ts';
import type { ToolCall } from '../../trace/trace.ts';
import type { TrajectoryOptions } from './options.ts';

export type Match = NonNullable<TrajectoryOptions['match']>;

/** Whether a call meets an expectation. */
export type Fits = (expectation: Expectation, call: ToolCall) => boolean;

type Pair = (calls: readonly ToolCall[], expected: ExpectedCalls, fits: Fits) => number[];

/** How each kind of match pairs calls with expectations. */
export const PAIR: Record<Match, Pair> = {
  exact: pairByPosition,
  in_order: pairInOrder,
  any_order: pairAnyOrder,
  unordered: pairAnyOrder,
  subset: pairAnyOrder,
};

/** Each expectation with the call at its own place. */
function pairByPosition(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
  fits: Fits,
): number[] {
  const callOf = expectations.map(() => -1);
  for (let slot = 0; slot < Math.min(expectations.length, calls.length); slot++) {
    const call = calls[slot]!;
    if (index.match(call).includes(slot) && fits(expectations[slot]!, call)) callOf[slot] = slot;
  }
  return callOf;
}

/** Each expectation with the earliest call after that of the one before it. */
function pairInOrder(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
  fits: Fits,
): number[] {
  const callOf = expectations.map(() => -1);
  let slot = 0;
  calls.forEach((call, i) => {
    const expectation = expectations[slot];
    if (expectation === undefined || !index.match(call).includes(slot)) return;
    if (fits(expectation, call)) callOf[slot++] = i;
  });
  return callOf;
}

export function pairAnyOrder(
  calls: readonly ToolCall[],
  { expectations, index }: ExpectedCalls,
  fits: Fits,
): number[] {
  const edges: number[][] = expectations.map(() => []);
  calls.forEach((call, i) => {
    for (const slot of index.match(call)) {
      if (fits(expectations[slot]!, call)) edges[slot]!.push(i);
    }
  });
  return maximumMatching(edges, calls.length);
}
