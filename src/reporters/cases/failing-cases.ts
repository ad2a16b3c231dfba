import type { CaseReport, EvalReport, RunEvidence, RunLabel, TestReport } from '#core';
import { RunReasons } from './run-reasons.ts';
import type { Outcome } from './outcome.ts';

type Measured = TestReport | EvalReport;

/** A run or a case that failed, with what the report says about it. */
export interface FailingCase {
  readonly measured: Measured;
  readonly label: RunLabel;
  readonly evidence: RunEvidence | undefined;
  /** What went wrong, what explains most first; empty where the report does not say. */
  readonly outcomes: readonly Outcome[];
  /** Whether it is a reason for the verdict: gates that a run fails alone may hold over all runs. */
  readonly isReason: boolean;
}

/** The failing runs of a test or the failing cases of an eval. */
export interface FailingCases {
  readonly noun: 'case' | 'run';
  /** How many failed, of how many that were measured. */
  readonly total: number;
  readonly of: number;
  /** Whether gates over all runs held, so that a run which would fail them alone is not a fault. */
  readonly isAccepted: boolean;
  /** Those that can be shown, in canonical order. They are explained when they are asked for: most reports only count them. */
  readonly cases: readonly FailingCase[];
}

/** An eval may have a million cases: the first of those that fail, and the first of each confusion, are enough to choose from. */
const MAX_CASES = 500;

/** Finds what failed in a test or an eval. */
export function failingCases(measured: Measured): FailingCases {
  const reasons = new RunReasons(measured);
  const toCase = (
    label: RunLabel,
    evidence: RunEvidence | undefined,
    modes: readonly string[] = [],
  ): FailingCase => ({
    measured,
    label,
    evidence,
    outcomes: orByModes(reasons.explain(label, evidence), modes),
    isReason: 'case' in label || reasons.isReason(evidence),
  });
  let cases: readonly FailingCase[] | undefined;
  if ('cases' in measured) {
    const failing = measured.cases.filter(({ verdict }) => verdict === 'fail');
    return {
      noun: 'case',
      total: failing.length,
      of: measured.cases.filter(({ verdict }) => verdict !== 'error').length,
      isAccepted: false,
      get cases() {
        return (cases ??= chosen(failing, measured).map(({ id, evidence, modes }) =>
          toCase({ case: id }, evidence, modes),
        ));
      },
    };
  }
  const { passing, listedRuns = [], verdict, gates } = measured;
  return {
    noun: 'run',
    total: passing.n - passing.k,
    of: passing.n,
    isAccepted: verdict === 'pass' && gates.length > 0,
    get cases() {
      return (cases ??= listedRuns
        .filter((listed) => listed.verdict === 'fail')
        .map(({ run, evidence }) => toCase({ run }, evidence)));
    },
  };
}

/** What went wrong in a case; only its failure modes where no call and no expectation explains it. */
function orByModes(outcomes: readonly Outcome[], modes: readonly string[]): readonly Outcome[] {
  if (outcomes.length > 0) return outcomes;
  return modes.map((mode) => {
    const text = mode.replaceAll('_', ' ');
    return { text, kind: text };
  });
}

function chosen(failing: readonly CaseReport[], { confusion }: EvalReport): readonly CaseReport[] {
  if (failing.length <= MAX_CASES) return failing;
  const confused = new Set((confusion?.cells ?? []).flatMap(({ cases }) => cases));
  return failing.filter(({ id }, at) => at < MAX_CASES || confused.has(id));
}
