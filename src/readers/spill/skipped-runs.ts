import type { Place } from '#core';
import { compareOrders, type RunOrder } from './run-order.ts';

/** Counts the runs of an input that are not agent runs; the parts of a divided assembler share it. */
export class SkippedRuns {
  count = 0;
  /** The place of the first that was skipped. */
  where: Place | null = null;
  /** How many runs waited for the end, skipped or not. */
  waited = 0;
  #order: RunOrder | null = null;

  /** `order` is null for a run that did not wait: it comes before all that did. */
  note(where: Place, order: RunOrder | null, count = 1): void {
    this.count += count;
    const isFirst =
      this.where === null ||
      (this.#order !== null && (order === null || compareOrders(order, this.#order) < 0));
    if (!isFirst) return;
    this.where = where;
    this.#order = order;
  }
}
