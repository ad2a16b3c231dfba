import type { JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import { parseLabel } from '../labels/label.ts';
import { CaseRuns } from '../measure/case-runs.ts';
import { EvalSums } from '../measure/eval-sums.ts';
import { canCountAsEmpty } from '../measure/errored-run.ts';
import type { Finished } from '../measure/finished.ts';
import type { ScorerCompiler } from '../measure/scorer-compiler.ts';
import type { CaseRow } from '../measure/weighted-sums.ts';
import type { EvalReport } from '../report/report.ts';
import { listClasses } from '../tools/tool-class.ts';
import type { Trace } from '../trace/trace.ts';
import type { RecordedCaseRun, RecordedEval } from './recorded-runs.ts';
import { ReplayedRuns } from './replayed-run.ts';
import type { PlacedPlan } from './rescore-test.ts';

/** A label that cannot be used with the classes of a plan: then nothing of the dataset can. */
export interface UnusableLabel {
  readonly case: string;
  readonly message: string;
}

/** An eval that was scored again, or the labels that forbid it. */
export type RescoredEval =
  | { readonly finished: Finished<EvalReport> }
  | { readonly unusable: readonly UnusableLabel[] };

/** The recorded runs of an eval, ready to be scored again with any plan. */
export class EvalReplay {
  readonly recorded: RecordedEval;
  readonly #replayed: ReplayedRuns;
  readonly #rows: readonly JsonObject[];

  constructor(recorded: RecordedEval) {
    this.recorded = recorded;
    this.#replayed = new ReplayedRuns(recorded);
    this.#rows = recorded.rows.map(parseRow);
  }

  /** The distinct runs. */
  get traces(): ReplayedRuns['traces'] {
    return this.#replayed.traces;
  }

  /** The runs of the case at a place, as far as they were recorded. */
  tracesOf(place: number): readonly Trace[] {
    return this.recorded.runs
      .filter(({ order }) => CaseRuns.placeOf(order) === place)
      .flatMap((run) => this.#replayed.traceOf(run) ?? []);
  }

  /** The row of the case at a place; null where it could not be read. */
  rowOf(place: number): JsonObject | null {
    const row = this.recorded.rowOrders.findIndex((order) => CaseRuns.placeOf(order) === place);
    return this.#rows[row] ?? null;
  }

  /** The report of the eval by a plan: the same as of a run that reads the traces. */
  score(plan: PlacedPlan, compiler: ScorerCompiler): RescoredEval {
    const unusable = this.#findUnusable(plan);
    if (unusable.length > 0) return { unusable };
    const { cases, haveRuns, weights, runs, facts } = this.recorded;
    const sums = new EvalSums(plan, compiler, { haveRuns });
    if (weights !== null && sums.measure.weights !== null) sums.measure.weights.choice = weights;
    for (const id of cases) sums.addCase(id);
    for (const run of runs) this.#add(run, sums, plan);
    const { suite, ...rest } = facts;
    const place = suite === null ? null : { ...suite, line: plan.line };
    return { finished: sums.report({ ...rest, suite: place, computed: new Map() }) };
  }

  #add(run: RecordedCaseRun, sums: EvalSums, plan: PlacedPlan): void {
    const { order, issue } = run;
    const row = this.#rowOf(run, plan.line);
    const trace = this.#replayed.traceOf(run);
    if (issue === undefined && trace !== null && row !== null) {
      const outcome = sums.add(order, trace, row, null);
      if (!('code' in outcome)) return;
      const where = outcome.where ?? row.source?.where ?? null;
      sums.addError(order, { ...outcome, where }, row, trace);
      return;
    }
    if (issue === undefined) throw new Error('a recorded run has neither a trace nor an issue');
    const isEmpty = plan.countErrorsAsEmpty && canCountAsEmpty(issue);
    const outcome = isEmpty ? sums.addEmpty(order, issue, row, null, trace) : issue;
    if ('code' in outcome) sums.addError(order, issue, row, trace);
  }

  #rowOf(run: RecordedCaseRun, line: number): CaseRow | null {
    const value = this.#rows[run.row];
    const order = this.recorded.rowOrders[run.row];
    if (value === undefined || order === undefined) return null;
    return { value, order, source: this.#replayed.sourceOf(run, line) };
  }

  #findUnusable({ labels = null }: PlacedPlan): readonly UnusableLabel[] {
    if (labels === null) return [];
    const classes = new Map(listClasses(labels.classes ?? []).map((each) => [each.name, each]));
    return this.#rows.flatMap((row, i) => {
      const parsed = parseLabel(row, classes);
      if (parsed.ok) return [];
      const place = CaseRuns.placeOf(this.recorded.rowOrders[i] ?? 0);
      return [{ case: this.recorded.cases[place] ?? '', message: parsed.message }];
    });
  }
}

/** Our own text: anything that is wrong with it is a fault of the program. */
function parseRow(text: string): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error('a recorded row cannot be read back');
  return parsed.value as JsonObject;
}
