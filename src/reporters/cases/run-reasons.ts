import {
  type EvalReport,
  type FailedGate,
  OpenGates,
  type RunEvidence,
  type RunLabel,
  type ScoreReport,
  type TestReport,
} from '#core';
import { concat, name } from '../document/index.ts';
import { formatNeed } from '../values/value.ts';
import { formatFailedGate } from '../values/failed-gate.ts';
import { type CaseFaults, collectFaults, NO_COMPLAINT } from './case-faults.ts';
import { explainCase } from './explain-case.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/**
 * Explains the runs of a test: by what scorers of the gates that a run fails say, otherwise by these gates. Where a run
 * fails gates that the test fails, only these count.
 */
export class RunReasons {
  readonly #scores: readonly ScoreReport[];
  readonly #open: OpenGates;
  /** Scores of which the report lists everything that was wrong. */
  readonly #whole: ReadonlySet<ScoreReport>;
  readonly #faults = new Map<string, (label: RunLabel) => CaseFaults>();

  constructor(measured: Pick<TestReport | EvalReport, 'scores' | 'gates'>) {
    this.#scores = measured.scores;
    this.#open = new OpenGates(measured);
    this.#whole = new Set(measured.scores.filter(isListedWhole));
  }

  /** Whether a run fails a gate that the test fails, as far as the report names gates. */
  isReason(evidence: RunEvidence | undefined): boolean {
    const failed = evidence?.failedGates;
    return failed === undefined || this.#open.among(failed).length > 0;
  }

  /** What went wrong in a run, what explains most first; empty where the report does not say. */
  explain(label: RunLabel, evidence: RunEvidence | undefined): readonly Outcome[] {
    const { failedGates: all = [] } = evidence ?? {};
    const open = this.#open.among(all);
    const failedGates = open.length > 0 ? open : all;
    if (failedGates.length === 0) return explainCase(evidence, this.#faultsOf(null)(label));
    const names = new Set(failedGates.map(({ scorer }) => scorer));
    const scores = this.#scores.filter(({ key, scorer }) => names.has(key ?? scorer));
    const faults = this.#faultsOf(scores)(label);
    const gates = failedGates.map(gateOutcome);
    if (!scores.every((score) => this.#whole.has(score)))
      return [...explainCase(evidence, faults), ...gates];
    return isEmpty(faults) ? gates : [...explainCase(onlyWith(faults, evidence), faults), ...gates];
  }

  #faultsOf(scores: readonly ScoreReport[] | null): (label: RunLabel) => CaseFaults {
    const of = scores ?? this.#scores;
    const key = of.map((score) => this.#scores.indexOf(score)).join();
    const known = this.#faults.get(key) ?? collectFaults(of);
    this.#faults.set(key, known);
    return known;
  }
}

/** Evidence as some of the scorers see it: with their verdicts of calls, and what was expected where they miss some of it. */
function onlyWith(faults: CaseFaults, evidence: RunEvidence | undefined): RunEvidence | undefined {
  if (evidence === undefined) return undefined;
  const verdicts = new Map(faults.calls.map(({ call, verdict }) => [call, verdict]));
  const { calls, expected, ...rest } = evidence;
  const isCompared =
    faults.missed.length > 0 || [...verdicts.values()].some((verdict) => verdict === 'mismatch');
  return {
    ...rest,
    ...(calls === undefined
      ? {}
      : {
          calls: calls.map((quoted, at) => {
            const { verdict: _, ...call } = quoted;
            const verdict = verdicts.get(at + 1);
            return verdict === undefined ? call : { ...call, verdict };
          }),
        }),
    ...(expected !== undefined && (isCompared || expected.calls.length === 0) ? { expected } : {}),
  };
}

/** `calls.mean 11 (needs <= 7.05)`. */
function gateOutcome(gate: FailedGate): Outcome {
  const metric = name(gate.metric, 80);
  return outcomeOf(concat(metric, ` needs ${formatNeed(gate)}`), () =>
    concat(metric, ` ${formatFailedGate(gate)}`),
  );
}

function isEmpty({ missed, calls, judged }: CaseFaults): boolean {
  return missed.length + calls.length + judged.length === 0;
}

/** Whether the report lists everything that a scorer found: where lists are cut, a run without findings may have some. */
function isListedWhole({ misses, calls, callsTotal }: ScoreReport): boolean {
  const total = Object.entries(callsTotal)
    .filter(([verdict]) => !NO_COMPLAINT.has(verdict))
    .reduce((sum, [, count]) => sum + (count ?? 0), 0);
  const listed = calls.filter(({ verdict }) => !NO_COMPLAINT.has(verdict)).length;
  return misses.items.length === misses.total && listed >= total;
}
