import type { Issue } from '../issues/issue.ts';
import { stringifyAsWritten } from '../json/stringify-json.ts';
import type { RunOrder } from '../measure/evidence.ts';
import type { EvalFacts } from '../measure/eval-sums.ts';
import type { MeasurePlan } from '../measure/plan.ts';
import type { RunNumbersState } from '../measure/run-numbers.ts';
import type { TestFacts } from '../measure/test-sums.ts';
import type { CaseRow, WeightChoice } from '../measure/weighted-sums.ts';
import type { RunSource } from '../run-evidence/run-source.ts';
import type { Trace } from '../trace/trace.ts';
import type {
  FailedRun,
  RecordedCaseRun,
  RecordedEval,
  RecordedPlace,
  RecordedRun,
  RecordedTest,
  RecordOrigin,
  ScoredExtent,
} from './recorded-runs.ts';
import { covers, extentOf, FormTable } from './trace-form.ts';

type Recorded = RecordedTest | RecordedEval;

/** How much is recorded. */
export interface RecorderOptions {
  /** How many characters the texts of one test or eval may have. */
  readonly limit: number;
  /** At least this is recorded of runs, even where their scores follow from less. */
  readonly extent: ScoredExtent;
}

/** Records runs as they are added to sums, so that they can be scored again with another plan. */
export class RunRecorder {
  readonly #parts = new Map<MeasurePlan, TestRecorder | EvalRecorder>();
  readonly #options: RecorderOptions;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Begins a test; what was recorded of it before is dropped. */
  openTest(plan: MeasurePlan): TestRecorder {
    const opened = new TestRecorder(plan, this.#options);
    this.#parts.set(plan, opened);
    return opened;
  }

  openEval(plan: MeasurePlan, haveRuns: boolean): EvalRecorder {
    const opened = new EvalRecorder(plan, this.#options, haveRuns);
    this.#parts.set(plan, opened);
    return opened;
  }

  /** The runs of a plan that was reported: null where there is too much of it. */
  recorded(plan: MeasurePlan): Recorded | null {
    return this.#parts.get(plan)?.finished ?? null;
  }
}

/** What the recorders of tests and evals have in common. */
class RunTable {
  readonly forms: FormTable;
  readonly #origins: RecordOrigin[] = [];
  readonly #known = new Map<string, number>();

  constructor(plan: MeasurePlan, extent: ScoredExtent) {
    const scored = extentOf(plan);
    this.forms = new FormTable(covers(extent, scored) ? extent : scored);
  }

  get origins(): readonly RecordOrigin[] {
    return this.#origins;
  }

  run(order: RunOrder, trace: Trace | null, source: RunSource): RecordedRun {
    return {
      order,
      form: this.forms.add(trace),
      origin: this.#originOf(source),
      place: placeOf(source),
      used: trace === null ? null : this.forms.usedBy(trace),
    };
  }

  #originOf({ where, format }: RunSource): number {
    const { file } = where ?? {};
    const key = JSON.stringify([file, format]);
    let origin = this.#known.get(key);
    if (origin === undefined) {
      const added = {
        ...(file === undefined ? {} : { file }),
        ...(format === undefined ? {} : { format }),
      };
      origin = this.#origins.push(added) - 1;
      this.#known.set(key, origin);
    }
    return origin;
  }
}

/** A place without what is never shown of it: the byte of a record that has a line. */
function placeOf({ where }: RunSource): RecordedPlace {
  if (where === null) return null;
  const { file: _file, offset, line, ...rest } = where;
  if (line === undefined) return offset === undefined ? rest : { ...rest, offset };
  return Object.keys(rest).length === 0 ? line : { line, ...rest };
}

/** Records the runs of a test. */
export class TestRecorder {
  readonly #plan: MeasurePlan;
  readonly #limit: number;
  readonly #table: RunTable;
  readonly #runs: RecordedRun[] = [];
  readonly #failed: FailedRun[] = [];
  finished: RecordedTest | null = null;

  constructor(plan: MeasurePlan, { limit, extent }: RecorderOptions) {
    this.#plan = plan;
    this.#limit = limit;
    this.#table = new RunTable(plan, extent);
  }

  get #isFull(): boolean {
    return this.#table.forms.characters > this.#limit;
  }

  add(order: RunOrder, trace: Trace, source: RunSource): void {
    if (!this.#isFull) this.#runs.push(this.#table.run(order, trace, source));
  }

  addFailed(
    order: RunOrder,
    issue: Issue,
    source: RunSource,
    trace: Trace | null,
    isMissing = false,
  ): void {
    if (this.#isFull) return;
    const run = this.#table.run(order, trace, source);
    this.#failed.push({ ...run, issue, ...(isMissing ? { isMissing } : {}) });
  }

  finish(numbers: RunNumbersState, facts: TestFacts): void {
    if (this.#isFull) return;
    const { suite, variant, planned, identical, repeatsInput } = facts;
    const runs = this.#runs.sort((a, b) => a.order - b.order);
    this.finished = {
      kind: 'test',
      name: this.#plan.name,
      extent: this.#table.forms.extent,
      line: suite?.line ?? null,
      facts: {
        suite,
        repeatsInput,
        ...(variant === undefined ? {} : { variant }),
        ...(planned === undefined ? {} : { planned }),
        ...(identical === undefined ? {} : { identical }),
      },
      forms: this.#table.forms.state(),
      origins: this.#table.origins,
      numbers,
      runs: {
        orders: runs.map(({ order }, i) => order - (runs[i - 1]?.order ?? 0)),
        forms: runs.map(({ form }) => form),
        origins: runs.map(({ origin }) => origin),
        places: runs.map(({ place }) => place),
        used: runs.some(({ used }) => used !== null) ? runs.map(({ used }) => used) : null,
      },
      failed: this.#failed,
    };
  }
}

const NOWHERE: RunSource = { where: null };

/** Records the runs of an eval. */
export class EvalRecorder {
  readonly #plan: MeasurePlan;
  readonly #limit: number;
  readonly #haveRuns: boolean;
  readonly #table: RunTable;
  readonly #cases: string[] = [];
  readonly #rows: string[] = [];
  readonly #rowOrders: number[] = [];
  readonly #rowOf = new Map<RunOrder, number>();
  readonly #runs: RecordedCaseRun[] = [];
  /** The run that was added last: where it cannot be scored, that is added next. */
  #last: RunOrder = -1;
  #characters = 0;
  finished: RecordedEval | null = null;

  constructor(plan: MeasurePlan, { limit, extent }: RecorderOptions, haveRuns: boolean) {
    this.#plan = plan;
    this.#limit = limit;
    this.#haveRuns = haveRuns;
    this.#table = new RunTable(plan, extent);
  }

  get #isFull(): boolean {
    return this.#table.forms.characters + this.#characters > this.#limit;
  }

  addCase(id: string): void {
    this.#cases.push(id);
  }

  add(order: RunOrder, trace: Trace, row: CaseRow): void {
    this.#add(order, trace, row, null);
  }

  /** A run that could not be measured; nothing where it was added before and could not be scored. */
  addFailed(order: RunOrder, issue: Issue, row: CaseRow | null, trace: Trace | null): void {
    if (order !== this.#last) this.#add(order, trace, row, issue);
  }

  #add(order: RunOrder, trace: Trace | null, row: CaseRow | null, issue: Issue | null): void {
    this.#last = order;
    if (this.#isFull) return;
    const source = row?.source ?? (issue === null ? NOWHERE : issue);
    this.#runs.push({
      ...this.#table.run(order, trace, source),
      row: row === null ? -1 : this.#addRow(row),
      ...(issue === null ? {} : { issue }),
    });
  }

  /** A row without the run that it carries, which is recorded already. */
  #addRow({ order, value }: CaseRow): number {
    let row = this.#rowOf.get(order);
    if (row !== undefined) return row;
    const isRendered = this.#plan.scorers.some(({ templates }) => templates.size > 0);
    const { trace: _trace, tool_calls: _calls, ...rest } = value;
    const text = stringifyAsWritten(isRendered ? value : rest);
    row = this.#rows.push(text) - 1;
    this.#rowOrders.push(order);
    this.#rowOf.set(order, row);
    this.#characters += text.length;
    return row;
  }

  finish({ suite, variant }: EvalFacts, weights: WeightChoice | null): void {
    if (this.#isFull) return;
    this.finished = {
      kind: 'eval',
      name: this.#plan.name,
      extent: this.#table.forms.extent,
      line: suite?.line ?? null,
      facts: { suite, ...(variant === undefined ? {} : { variant }) },
      forms: this.#table.forms.state(),
      origins: this.#table.origins,
      cases: this.#cases,
      rows: this.#rows,
      rowOrders: this.#rowOrders,
      weights,
      haveRuns: this.#haveRuns,
      runs: this.#runs,
    };
  }
}
