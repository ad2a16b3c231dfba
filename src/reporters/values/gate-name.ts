import type { GateReport, ScoreReport } from '#core';

/** What a gate is about: its metric, the tool where it is one of single tools, and the display name of its scorer. */
export function gateName(
  { metric, tool }: Pick<GateReport, 'metric' | 'tool'>,
  scores: readonly ScoreReport[] = [],
): string {
  const name = tool === undefined ? metric : `${metric} of ${tool}`;
  const scorer = scores.find(({ metrics }) => Object.hasOwn(metrics, metric))?.displayName ?? null;
  return scorer === null ? name : `${name} (${scorer})`;
}
