import { optionError } from './issue.ts';
import { Accumulator } from './accumulator.ts';
import { compileCallRules, NO_CALL_RULES } from './call-rules.ts';
import { judgeGate, observeGap, worstVerdict } from './gate-report.ts';
import { GATE_OPS, type Gate, type GateOp, parseGateValue } from './gate.ts';
import type { MetricSpec } from './metric.ts';
import { allHold } from './reach.ts';
import { isPerfect } from './score-run.ts';
import { caseRepeatsReport, type NamedRuns } from './repeats-report.ts';
import type { NativeCall } from './native-trace.ts';
import type { CaseReport, EvalReport, GateReport, ScoreReport } from './report.ts';
import {
  type AnyTrace,
  compileScorer,
  type ScorerName,
  type ScorerOptions,
  toTrace,
} from './score-trace.ts';
import type { Scorer, Services } from './scorer.ts';
import { findScorer } from './scorers/index.ts';
import { shareReport } from './share-report.ts';

/** A dataset row; one that carries its recorded run has it as `trace` or as `tool_calls`. */
export interface Row {
  readonly id?: string;
  readonly trace?: AnyTrace;
  readonly tool_calls?: readonly NativeCall[];
  readonly [column: string]: unknown;
}

/** A scorer of an evaluation: options that hold for all rows, or a function of the row. */
export type EvaluationScorer<R extends Row = Row> = {
  [Name in ScorerName]: {
    readonly type: Name;
    readonly key?: string;
    readonly options: ScorerOptions[Name] | ((row: R) => ScorerOptions[Name]);
  };
}[ScorerName];

export interface Evaluation<R extends Row = Row> {
  readonly name?: string;
  readonly dataset: Iterable<R> | AsyncIterable<R>;
  /** Makes the trace of a row, `run` counting from 1; left out, rows carry their recorded run. */
  readonly agent?: (row: R, run: number) => AnyTrace | Promise<AnyTrace>;
  /** How often the agent runs on each row; 1 by default. A case passes when all of its runs do. */
  readonly runs?: number;
  /** How many runs are under way at once; 1 by default. The report is the same for any number. */
  readonly concurrency?: number;
  readonly scorers: readonly EvaluationScorer<R>[];
  /** Gates, as in a suite: `{ 'tool_selection.f1': { '>=': 80 } }`. */
  readonly expect?: Readonly<
    Record<string, Partial<Record<GateOp, number | string | readonly [number, number]>>>
  >;
  readonly services?: Services;
}

const NO_RULES = compileCallRules(NO_CALL_RULES);

/** Scores a dataset from a program and judges its gates. A row whose agent throws is errored, never "called nothing". */
export async function evaluate<R extends Row>(evaluation: Evaluation<R>): Promise<EvalReport> {
  const { services = {} } = evaluation;
  const sums = evaluation.scorers.map((one) => new Accumulator(findScorer(one.type) as Scorer));
  const gates = parseGates(evaluation);
  const cases: CaseReport[] = [];
  const units: NamedRuns[] = [];
  const unmeasured: EvalReport['unmeasured']['items'][number][] = [];
  const runsPerRow = evaluation.runs ?? 1;
  let [measured, partial] = [0, 0];
  for await (const { id, row, runs } of attempts(evaluation)) {
    const outcomes: (boolean | null)[] = [];
    for (const [at, run] of runs.entries()) {
      const order = cases.length * runsPerRow + at;
      try {
        const trace = toTrace(await run);
        if (trace.error !== null) throw new Error(`the run ended with an error: ${trace.error}`);
        const compiled = evaluation.scorers.map(({ type, options }) =>
          compileScorer(type, typeof options === 'function' ? options(row) : options, services),
        );
        const prepared = NO_RULES(trace.calls);
        if (trace.partial === true) partial++;
        const perfect = sums.map((sum, i) =>
          isPerfect(sum.add(order, compiled[i] as (typeof compiled)[number], prepared, trace)),
        );
        outcomes.push(allHold(perfect));
      } catch (error) {
        unmeasured.push({
          case: id,
          code: 'CASE_FAILED',
          message: error instanceof Error ? error.message : String(error),
          where: null,
        });
      }
    }
    measured += outcomes.length;
    const decided = outcomes.filter((one) => one !== null);
    const unit = { name: id, k: decided.filter(Boolean).length, n: decided.length };
    units.push(unit);
    cases.push(reportCase(unit, runsPerRow));
  }
  const scores = sums.map((sum, i) =>
    sum.report(evaluation.scorers[i]?.key ?? null, (order) => ({
      case: (cases[Math.floor(order / runsPerRow)] as CaseReport).id,
    })),
  );
  const judged = gates.map((gate) => judge(gate, evaluation, sums, scores, unmeasured.length));
  const repeats = caseRepeatsReport(units);
  return {
    name: evaluation.name ?? 'evaluation',
    verdict: worstVerdict([
      ...judged.map((gate) => gate.outcome),
      ...(unmeasured.length > 0 || measured === 0 ? (['error'] as const) : []),
    ]),
    runs: measured,
    errors: unmeasured.length,
    ...(partial === 0 ? {} : { partial }),
    cases,
    ...(repeats === null ? {} : { repeats }),
    scores,
    gates: judged,
    passing: shareReport(
      units.reduce((sum, { k }) => sum + k, 0),
      units.reduce((sum, { n }) => sum + n, 0),
    ),
    unmeasured: { total: unmeasured.length, items: unmeasured.slice(0, 100) },
    suite: null,
  };
}

/** A row and its runs, which may still be under way. */
interface Attempt<R> {
  readonly id: string;
  readonly row: R;
  readonly runs: readonly Promise<AnyTrace>[];
}

/** The rows in their order, the agent being some runs ahead of the consumer. */
async function* attempts<R extends Row>(evaluation: Evaluation<R>): AsyncGenerator<Attempt<R>> {
  const { agent, runs = 1, concurrency = 1 } = evaluation;
  const ahead: Attempt<R>[] = [];
  let count = 0;
  const slots: Promise<unknown>[] = Array.from({ length: Math.max(1, concurrency) }, () =>
    Promise.resolve(),
  );
  for await (const row of evaluation.dataset) {
    count++;
    const id = row.id ?? String(count);
    const made = Array.from({ length: runs }, (_, at) => {
      // Each run waits for the one that had its place before.
      const before = slots.shift() as Promise<unknown>;
      const trace = before.then(() => traceOf(row, at + 1, agent));
      // A failure is looked at when its turn comes.
      slots.push(trace.catch(() => {}));
      return trace;
    });
    ahead.push({ id, row, runs: made });
    if (ahead.length * runs >= concurrency) yield ahead.shift() as Attempt<R>;
  }
  yield* ahead;
}

function reportCase({ name: id, k, n }: NamedRuns, runs: number): CaseReport {
  const verdict = k < n ? 'fail' : n < runs ? 'error' : 'pass';
  return n > 1 ? { id, verdict, passing: { k, n } } : { id, verdict };
}

async function traceOf<R extends Row>(
  row: R,
  run: number,
  agent: Evaluation<R>['agent'],
): Promise<AnyTrace> {
  if (agent !== undefined) return await agent(row, run);
  if (row.trace !== undefined) return row.trace;
  if (row.tool_calls === undefined)
    throw new Error('the row has neither trace nor tool_calls, and there is no agent');
  return { tool_calls: row.tool_calls };
}

/** The scorer and the metric behind an id, its key taken away. */
function findMetric<R extends Row>(
  evaluation: Evaluation<R>,
  id: string,
): { scorer: number; spec: MetricSpec } | null {
  for (const [i, one] of evaluation.scorers.entries()) {
    const prefix = one.key === undefined ? '' : `${one.key}.`;
    const spec = findScorer(one.type)?.metrics.find((metric) => prefix + metric.id === id);
    if (spec !== undefined) return { scorer: i, spec };
  }
  return null;
}

function parseGates<R extends Row>(evaluation: Evaluation<R>): readonly Gate[] {
  return Object.entries(evaluation.expect ?? {}).flatMap(([metric, matcher]) => {
    const found = findMetric(evaluation, metric);
    if (found === null)
      throw optionError(`no scorer of this evaluation has the metric "${metric}"`);
    return GATE_OPS.filter((op) => matcher[op] !== undefined).map((op): Gate => {
      const raw = matcher[op];
      const values = (Array.isArray(raw) ? raw : [raw]).map((one: unknown) => {
        const parsed = parseGateValue(found.spec.unit, one);
        if (!parsed.ok) throw optionError(`gate on ${metric}: ${parsed.message}`);
        return parsed.value;
      });
      const [low, high] = values;
      if (low === undefined || (op === 'between') !== (high !== undefined))
        throw optionError(
          `gate on ${metric}: ${op} takes ${op === 'between' ? 'two values' : 'one value'}`,
        );
      return {
        metric,
        op,
        value: high === undefined ? low : [low, high],
        source: 'suite',
        certify: false,
      };
    });
  });
}

function judge<R extends Row>(
  gate: Gate,
  evaluation: Evaluation<R>,
  sums: readonly Accumulator[],
  scores: readonly ScoreReport[],
  unmeasured: number,
): GateReport {
  const { scorer, spec } = findMetric(evaluation, gate.metric) as {
    scorer: number;
    spec: MetricSpec;
  };
  const sum = sums[scorer] as Accumulator;
  const gap = sum.gaps().get(spec.id);
  const judged = judgeGate(gate, {
    spec,
    value: sum.metrics().get(spec.id) ?? null,
    interval: scores[scorer]?.intervals[gate.metric] ?? null,
    unmeasured,
    ...(gap === undefined ? {} : observeGap(gap, sum.runs)),
  });
  return scores[scorer]?.judged === true ? { ...judged, judged: true } : judged;
}
