import { worstVerdict } from '../gates/worst-verdict.ts';
import type { Place } from '../issues/issue.ts';
import type { JsonObject } from '../json/json.ts';
import type { CaseRuns } from '../measure/case-runs.ts';
import { EvalSums } from '../measure/eval-sums.ts';
import { ScorerCompiler } from '../measure/scorer-compiler.ts';
import type { EvalReport } from '../report/report.ts';
import type { Trace } from '../trace/trace.ts';
import { type AnyTrace, toTrace } from './score-trace.ts';
import type { Evaluation, Row } from './evaluation.ts';
import { labelFor, planEvaluation, sharedLabels } from './plan-evaluation.ts';

/** Scores a dataset from a program and judges its gates. A row whose agent throws is errored, never "called nothing". */
export async function evaluate<R extends Row, Custom extends string = never>(
  written: Evaluation<R, Custom>,
): Promise<EvalReport> {
  const evaluation: Evaluation<R> = written;
  const plan = planEvaluation(evaluation);
  const compiler = new ScorerCompiler(evaluation.services ?? {}, null);
  const open = (first: R | null): EvalSums => {
    const labels = sharedLabels(plan.scorers, first);
    const { runs = 1 } = evaluation;
    const options = { listsPerfectRuns: true, haveRuns: runs > 1 };
    const sums = new EvalSums({ ...plan, labels }, compiler, options);
    const { weights } = sums.measure;
    if (weights !== null && evaluation.weights !== undefined)
      weights.choice = { column: evaluation.weights, isHeadline: true };
    return sums;
  };
  let opened: EvalSums | null = null;
  for await (const { id, row, runs } of attempts(evaluation)) {
    const sums = (opened ??= open(row));
    const added = sums.addCase(id);
    const file = `row ${sums.cases.length}`;
    for (const [at, run] of runs.entries()) {
      const number = at + 1;
      const where = runs.length === 1 ? { file } : { file, run: number };
      await addRun(sums, added, row, { run, number, where });
    }
  }
  const { report } = (opened ?? open(null)).report({ suite: null, computed: new Map() });
  // Without a run nothing was measured, whatever the gates say.
  return report.runs > 0 ? report : { ...report, verdict: worstVerdict([report.verdict, 'error']) };
}

/** One of the runs of a row. */
interface RowRun {
  readonly run: Promise<AnyTrace>;
  readonly number: number;
  readonly where: Place;
}

async function addRun(
  sums: EvalSums,
  added: CaseRuns,
  row: Row,
  { run, number, where }: RowRun,
): Promise<void> {
  const order = added.take(number);
  let trace: Trace | null = null;
  let value = row as unknown as JsonObject;
  try {
    trace = toTrace(await run);
    if (trace.error !== null) throw new Error(`the run ended with an error: ${trace.error}`);
    value = { ...value, ...labelFor(sums.plan.scorers, row) };
    const labelled = { value, order: added.order, source: { where } };
    const outcome = sums.add(order, trace, labelled, null);
    if ('code' in outcome) throw new Error(outcome.message);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const issue = { code: 'CASE_FAILED', severity: 'error', message, where: null } as const;
    sums.addError(order, issue, { value, order: added.order, source: { where } }, trace);
  }
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
