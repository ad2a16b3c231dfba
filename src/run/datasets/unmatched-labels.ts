import type { Issue, CaseRuns } from '#core';
import { runIssue } from '../issues/run-codes.ts';

const HINTS = {
  recorded:
    'labels and traces may be joined wrongly: compare the `case` of traces with the ids of rows',
  driven: 'labels may name tools otherwise than the agent is offered them; if not, it picks others',
} as const;

/**
 * A warning where most cases call none of the tools that their rows expect: labels and traces may not belong together. Runs
 * that were made for their rows do.
 */
export function unmatchedLabels(
  name: string,
  cases: readonly Pick<CaseRuns, 'callsExpected'>[],
  isDriven: boolean,
): readonly Issue[] {
  const expecting = cases.filter(({ callsExpected }) => callsExpected !== null);
  const matched = expecting.filter(({ callsExpected }) => callsExpected).length;
  // One case alone is wrong or right.
  if (expecting.length < 2 || 2 * matched >= expecting.length) return [];
  return [
    runIssue(
      'LABELS_UNMATCHED',
      `${name}: only ${matched} of ${expecting.length} cases call a tool that their row expects`,
      { hint: isDriven ? HINTS.driven : HINTS.recorded },
    ),
  ];
}
