import { addUsage, type UsageTotals } from '../trace/run-usage.ts';
import type { CaseReport } from '../report/report.ts';
import type { RunOrder } from './evidence.ts';

/** The orders of a case: its runs by number, then those without one as they are found. */
const ORDERS_PER_CASE = 2 ** 20;
const UNNUMBERED = 2 ** 19;

/** A case of an eval, and how its runs ended. */
export class CaseRuns {
  readonly id: string;
  /** Where the case stands, and its only run. */
  readonly order: RunOrder;
  #found = 0;
  #measured = 0;
  #passed = 0;
  /** Null: no measured run of a row that expects a tool. */
  #callsExpected: boolean | null = null;
  #usage: UsageTotals | null = null;
  #used = 0;

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
  settle(perfect: boolean | null): void {
    this.#found++;
    if (perfect !== null) this.#measured++;
    if (perfect === true) this.#passed++;
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

  report(): CaseReport {
    const { id, passing } = this;
    const { k, n } = passing;
    const verdict = k < n ? 'fail' : n === 0 || n < this.#found ? 'error' : 'pass';
    return n > 1 ? { id, verdict, passing } : { id, verdict };
  }
}
