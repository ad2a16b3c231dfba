import { Accumulator } from './accumulator.ts';
import { compileCallRules } from './call-rules.ts';
import { judgeGate, worstVerdict } from './gate-report.ts';
import { GATE_OPS, type Gate, type GateOp, parseGateValue } from './gate.ts';
import type { MetricSpec } from './metric.ts';
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
  /** Makes the trace of a row; left out, rows carry their recorded run. */
  readonly agent?: (row: R) => AnyTrace | Promise<AnyTrace>;
  readonly scorers: readonly EvaluationScorer<R>[];
  /** Gates, as in a suite: `{ 'tool_selection.f1': { '>=': 80 } }`. */
  readonly expect?: Readonly<
    Record<string, Partial<Record<GateOp, number | string | readonly [number, number]>>>
  >;
  readonly services?: Services;
}

const NO_RULES = compileCallRules({
  unwrap: [],
  aliases: [],
  neutral: [],
  requester: null,
  status: 'all',
});

/** Scores a dataset from a program and judges its gates. A row whose agent throws is errored, never "called nothing". */
export async function evaluate<R extends Row>(evaluation: Evaluation<R>): Promise<EvalReport> {
  const { services = {} } = evaluation;
  const sums = evaluation.scorers.map((one) => new Accumulator(findScorer(one.type) as Scorer));
  const gates = parseGates(evaluation);
  const cases: CaseReport[] = [];
  const unmeasured: EvalReport['unmeasured']['items'][number][] = [];
  let passing = 0;
  for await (const row of evaluation.dataset) {
    const id = row.id ?? String(cases.length + 1);
    const order = cases.length;
    try {
      const trace = toTrace(await traceOf(row, evaluation.agent));
      if (trace.error !== null) throw new Error(`the run ended with an error: ${trace.error}`);
      const compiled = evaluation.scorers.map(({ type, options }) =>
        compileScorer(type, typeof options === 'function' ? options(row) : options, services),
      );
      const prepared = NO_RULES(trace.calls);
      const perfect = sums.map(
        (sum, i) =>
          sum.add(order, compiled[i] as (typeof compiled)[number], prepared, trace).perfect,
      );
      const passes = perfect.every(Boolean);
      if (passes) passing++;
      cases.push({ id, verdict: passes ? 'pass' : 'fail' });
    } catch (error) {
      cases.push({ id, verdict: 'error' });
      unmeasured.push({
        case: id,
        code: 'CASE_FAILED',
        message: error instanceof Error ? error.message : String(error),
        where: null,
      });
    }
  }
  const scores = sums.map((sum, i) =>
    sum.report(evaluation.scorers[i]?.key ?? null, (order) => ({
      case: (cases[order] as CaseReport).id,
    })),
  );
  const judged = gates.map((gate) => judge(gate, evaluation, sums, scores, unmeasured.length));
  const runs = cases.length - unmeasured.length;
  return {
    name: evaluation.name ?? 'evaluation',
    verdict: worstVerdict([
      ...judged.map((gate) => gate.outcome),
      ...(unmeasured.length > 0 || runs === 0 ? (['error'] as const) : []),
    ]),
    runs,
    errors: unmeasured.length,
    cases,
    scores,
    gates: judged,
    passing: shareReport(passing, runs),
    unmeasured: { total: unmeasured.length, items: unmeasured.slice(0, 100) },
    suite: null,
  };
}

async function traceOf<R extends Row>(row: R, agent: Evaluation<R>['agent']): Promise<AnyTrace> {
  if (agent !== undefined) return await agent(row);
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
      throw new TypeError(`no scorer of this evaluation has the metric "${metric}"`);
    return GATE_OPS.filter((op) => matcher[op] !== undefined).map((op): Gate => {
      const raw = matcher[op];
      const values = (Array.isArray(raw) ? raw : [raw]).map((one: unknown) => {
        const parsed = parseGateValue(found.spec.unit, one);
        if (!parsed.ok) throw new TypeError(`gate on ${metric}: ${parsed.message}`);
        return parsed.value;
      });
      const [low, high] = values;
      if (low === undefined || (op === 'between') !== (high !== undefined))
        throw new TypeError(
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
  const value = sums[scorer]?.metrics().get(spec.id) ?? null;
  return judgeGate(gate, {
    spec,
    value,
    interval: scores[scorer]?.intervals[gate.metric] ?? null,
    unmeasured,
  });
}
