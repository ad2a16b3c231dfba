import { addUsage, type UsageTotals } from '../trace/run-usage.ts';
import type { Place } from '../issues/issue.ts';
import type { CaseReport, RunEvidence, Verdict } from '../report/report.ts';
import { formatWhere } from '../run-evidence/run-source.ts';
import type { RunOrder } from './evidence.ts';
import type { Sums } from './sums.ts';

/** The orders of a case: its runs by number, then those without one as they are found. */
const ORDERS_PER_CASE = 2 ** 20;
const UNNUMBERED = 2 ** 19;

/** The runs of a case as plain data. */
export interface CaseRunsState {
  readonly id: string;
  readonly found: number;
  readonly measured: number;
  readonly passed: number;
  readonly callsExpected: boolean | null;
  readonly usage: UsageTotals | null;
  readonly used: number;
  readonly telling: TellingRun | null;
}

/** A case of an eval, and how its runs ended. */
export class CaseRuns implements Sums<CaseRunsState> {
  readonly id: string;
  /** The place of the case, and its only run. */
  readonly order: RunOrder;
  #found = 0;
  #measured = 0;
  #passed = 0;
  /** Null: no measured run of a row that expects a tool. */
  #callsExpected: boolean | null = null;
  #usage: UsageTotals | null = null;
  #used = 0;
  /** The run that the verdict follows from: of those that fail, then of those that were not measured, the first. */
  #telling: TellingRun | null = null;

  constructor(id: string, place: number) {
    this.id = id;
    this.order = place * ORDERS_PER_CASE;
  }

  /** The place of the case that an order belongs to. */
  static placeOf(order: RunOrder): number {
    return Math.floor(order / ORDERS_PER_CASE);
  }

  /** The order of one of several runs, whose numbers differ. */
  take(run: number | null): RunOrder {
    if (run === null) return this.order + Math.min(UNNUMBERED + this.#found, ORDERS_PER_CASE - 1);
    return this.order + Math.min(run, UNNUMBERED - 1);
  }

  /** Counts a run; null: it could not be measured. */
  settle(perfect: boolean | null, order: RunOrder, where: Place | null): void {
    this.#found++;
    if (perfect !== null) this.#measured++;
    if (perfect === true) this.#passed++;
    this.#compareWithTelling({
      rank: perfect === false ? 0 : perfect === null ? 1 : 2,
      order,
      where,
    });
  }

  #compareWithTelling(run: TellingRun): void {
    const { rank, order } = this.#telling ?? { rank: Infinity, order: Infinity };
    if (run.rank < rank || (run.rank === rank && run.order < order)) this.#telling = run;
  }

  state(): CaseRunsState {
    return {
      id: this.id,
      found: this.#found,
      measured: this.#measured,
      passed: this.#passed,
      callsExpected: this.#callsExpected,
      usage: this.#usage,
      used: this.#used,
      telling: this.#telling,
    };
  }

  merge(state: CaseRunsState): void {
    this.#found += state.found;
    this.#measured += state.measured;
    this.#passed += state.passed;
    this.#used += state.used;
    if (state.callsExpected !== null) this.noteNames(state.callsExpected);
    if (state.usage !== null) this.#usage = addUsage(this.#usage, state.usage);
    if (state.telling !== null) this.#compareWithTelling(state.telling);
  }

  /** Where its deciding run was found, and its number where there are several; null where it has none. */
  get telling(): Pick<RunEvidence, 'where' | 'run'> | null {
    if (this.#telling === null) return null;
    const { order, where } = this.#telling;
    const place = order - this.order;
    const run = place >= UNNUMBERED ? place - UNNUMBERED + 1 : place;
    return { where: formatWhere(where), ...(this.#found > 1 ? { run: Math.max(1, run) } : {}) };
  }

  /** Notes whether a run calls a tool that its row expects. */
  noteNames(callsExpected: boolean | undefined): void {
    if (callsExpected !== undefined)
      this.#callsExpected = callsExpected || this.#callsExpected === true;
  }

  /** Whether any run calls a tool that the row expects; null where that was not measured or none is expected. */
  get callsExpected(): boolean | null {
    return this.#callsExpected;
  }

  /** Adds what a scored run used. */
  use(usage: UsageTotals): void {
    this.#usage = addUsage(this.#usage, usage);
    this.#used++;
  }

  /** What the measured runs used in all; null where that is not known of each of them. */
  get usage(): UsageTotals | null {
    return this.#used === this.#measured ? this.#usage : null;
  }

  get found(): number {
    return this.#found;
  }

  /** How many of the measured runs pass. */
  get passing(): { readonly k: number; readonly n: number } {
    return { k: this.#passed, n: this.#measured };
  }

  get verdict(): Verdict {
    const { k, n } = this.passing;
    return k < n ? 'fail' : n === 0 || n < this.#found ? 'error' : 'pass';
  }

  report(): CaseReport {
    const { id, verdict, passing } = this;
    return passing.n > 1 ? { id, verdict, passing } : { id, verdict };
  }
}

/** A run by how much it says of its case. */
interface TellingRun {
  readonly rank: number;
  readonly order: RunOrder;
  readonly where: Place | null;
}
