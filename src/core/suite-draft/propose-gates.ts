import type { CallFinding } from '../calls/call-checker.ts';
import type { Unit } from '../metrics/metric.ts';
import type { Interval, ScoreReport, Share, TestReport } from '../report/report.ts';
import { shareReport } from '../report/share-report.ts';
import { wilsonInterval } from '../statistics/intervals.ts';
import { type MeanSums, MIN_RUNS } from './mean-sums.ts';
import { roundUp } from './round-up.ts';
import type { TraceSurvey } from './trace-survey.ts';

/** Why a gate has its value. */
type GateReason =
  /** Nothing of this kind happens today. */
  | 'none-today'
  /** As many as today: one more fails. */
  | 'count-today'
  /** Today's value, which no chance moves: another tool is called, or it is not. */
  | 'value-today'
  /** Today's value, because there are too few runs for an interval. */
  | 'few-runs'
  /** The end of the 95 % interval on the worse side. */
  | 'interval-end'
  /** A tenth above today's mean, which is more than the interval allows. */
  | 'tenth-above';

/** A gate that holds today, and what it was derived from. */
export interface ProposedGate {
  readonly metric: string;
  readonly op: '>=' | '<=' | '==';
  /** As a suite writes it. */
  readonly value: string;
  readonly today: number;
  readonly unit: Unit;
  readonly reason: GateReason;
  /** The 95 % interval of the figure; null where there is none. */
  readonly interval: Interval | null;
  /** In how many runs it happens at all; null where that is not counted. */
  readonly runs: Share | null;
}

/** A figure without a gate, and why. */
interface UngatedFigure {
  readonly metric: string;
  readonly why: string;
}

/** The gates of a test, by the block that they belong to. */
export interface ProposedGates {
  readonly selection: readonly ProposedGate[];
  readonly coverage: readonly ProposedGate[];
  readonly others: readonly ProposedGate[];
  readonly ungated: readonly UngatedFigure[];
}

const FAULTS: readonly (readonly [metric: string, finding: CallFinding])[] = [
  ['hallucinated.calls', 'hallucinated'],
  ['invalid_args.calls', 'invalid_args'],
  ['unparsed_args.calls', 'unparsed_args'],
  ['failed.calls', 'failed'],
  ['duplicate.calls', 'duplicate'],
];

/**
 * Gates just on the better side of today's figures: `report` is the test measured without gates of its own. Counts are gated
 * where they are. Shares and means get the room that chance needs, by the 95 % interval over runs.
 */
export function proposeGates(report: TestReport, survey: TraceSurvey): ProposedGates {
  const ungated: UngatedFigure[] = [];
  const measure = new Figures(report, ungated);
  const faults = FAULTS.flatMap(([metric, finding]) =>
    measure.count(metric, () => survey.faultyRuns(finding)),
  );
  const runCounts = ['text_calls.runs', 'runs.without_calls'].flatMap((metric) =>
    // Where every run is one, there cannot be more.
    measure.count(metric, (today) => today, { isFullUngated: true }),
  );
  const { calls, tokens, cost } = survey.amounts;
  const means = [
    ...measure.mean('calls.mean', calls),
    ...measure.mean('tokens.mean', tokens),
    ...measure.mean('cost.mean', cost),
  ];
  const precision = measure.precision();
  const f1 = measure.doAllRunsTheSame() ? measure.f1() : [];
  return {
    selection: [...precision, ...f1],
    // What partial runs called stays called, whatever their precision is.
    coverage: f1.length > 0 ? [] : measure.coverage(),
    others: [...faults, ...runCounts, ...means],
    ungated,
  };
}

/** The figures of a test that was measured; those that were not are listed as ungated. */
class Figures {
  readonly #report: TestReport;
  readonly #ungated: UngatedFigure[];

  constructor(report: TestReport, ungated: UngatedFigure[]) {
    this.#report = report;
    this.#ungated = ungated;
  }

  count(
    metric: string,
    runsOf: (today: number) => number,
    { isFullUngated = false } = {},
  ): readonly ProposedGate[] {
    const today = this.#valueOf(metric);
    const { runs } = this.#report;
    if (today === null || (isFullUngated && today === runs)) return [];
    return [
      {
        metric,
        op: today === 0 ? '==' : '<=',
        value: String(today),
        today,
        unit: 'count',
        reason: today === 0 ? 'none-today' : 'count-today',
        interval: null,
        runs: shareReport(runsOf(today), runs),
      },
    ];
  }

  mean(metric: string, sums: MeanSums): readonly ProposedGate[] {
    const isMeasured = this.#valueOf(metric) !== null;
    const today = sums.mean;
    if (!isMeasured || today === null) return [];
    const { interval } = sums;
    const tenth = today * 1.1;
    const end = interval?.[1] ?? 0;
    const reason = today === 0 ? 'none-today' : end > tenth ? 'interval-end' : 'tenth-above';
    const value = roundUp(Math.max(tenth, end));
    return [{ metric, op: '<=', value, today, unit: 'mean', reason, interval, runs: null }];
  }

  precision(): readonly ProposedGate[] {
    const metric = 'tool_selection.precision';
    if (this.#scoreOf(metric) === null) return [];
    const today = this.#valueOf(metric);
    if (today === null) return [];
    const value = String(today);
    const reason = 'value-today';
    return [
      { metric, op: '>=', value, today, unit: 'percent', reason, interval: null, runs: null },
    ];
  }

  f1(): readonly ProposedGate[] {
    const metric = 'tool_selection.f1';
    const today = this.#valueOf(metric);
    if (today === null) return [];
    const interval = this.#f1Interval(metric, today);
    const low = interval === null ? today : Math.min(today, Math.floor(interval[0] * 100));
    return [
      {
        metric,
        op: '>=',
        value: String(low),
        today,
        unit: 'percent',
        reason: this.#reasonOf(interval),
        interval,
        runs: null,
      },
    ];
  }

  #reasonOf(interval: Interval | null): GateReason {
    if (this.#report.runs < MIN_RUNS) return 'few-runs';
    return interval === null ? 'value-today' : 'interval-end';
  }

  /** Where every run is perfect, runs do not differ, and their spread says nothing: then the share of perfect runs does. */
  #f1Interval(metric: string, today: number): Interval | null {
    const { runs } = this.#report;
    if (runs < MIN_RUNS) return null;
    if (today < 100) return this.#scoreOf(metric)?.intervals[metric] ?? null;
    const [low] = wilsonInterval(runs, runs) ?? [0];
    return [(2 * low) / (1 + low), 1];
  }

  coverage(): readonly ProposedGate[] {
    const metric = 'all_required_calls_made';
    const score = this.#scoreOf(metric);
    if (score === null) {
      if (this.#scoreOf('tool_selection.recall') === null) return [];
      const why = 'runs call different tools: write a test for each task to gate what it needs';
      this.#ungated.push({ metric: 'tool_selection.recall', why });
      return [];
    }
    const today = this.#valueOf(metric);
    if (today === null) return [];
    const interval = score.intervals[metric] ?? null;
    const reason = this.#reasonOf(interval);
    const low = reason === 'interval-end' ? (interval?.[0] ?? today) : today;
    return [
      {
        metric,
        op: '>=',
        value: roundDown(low),
        today,
        unit: 'ratio',
        reason,
        interval,
        runs: null,
      },
    ];
  }

  /** Whether each class of the test is called for in at least half of its runs, so that recall means something. */
  doAllRunsTheSame(): boolean {
    const score = this.#scoreOf('tool_selection.f1');
    return score?.classes?.every(({ hits }) => 2 * hits >= this.#report.runs) === true;
  }

  #scoreOf(metric: string): ScoreReport | null {
    return this.#report.scores.find(({ metrics }) => metric in metrics) ?? null;
  }

  #valueOf(metric: string): number | null {
    const score = this.#scoreOf(metric);
    if (score === null) return null;
    const value = score.metrics[metric] ?? null;
    if (value === null)
      this.#ungated.push({ metric, why: score.notMeasured?.[metric] ?? 'not measured' });
    return value;
  }
}

function roundDown(ratio: number): string {
  return String(Math.floor(ratio * 100) / 100);
}
