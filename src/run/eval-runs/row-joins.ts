import type { JsonObject, Place, Trace } from '#core';
import type { EvalPlan } from '#suite';
import { runError } from '../issues/run-codes.ts';
import { rowKey, traceKey } from './join-field.ts';

/** Which rows of an eval recorded runs belong to. */
export class RowJoins {
  readonly #plan: Pick<EvalPlan, 'name' | 'join' | 'joinsById'>;
  /** The ids of rows by what they are joined by, where the suite says that. */
  readonly #ids = new Map<string, string>();

  constructor(plan: Pick<EvalPlan, 'name' | 'join' | 'joinsById'>) {
    this.#plan = plan;
  }

  /** Two rows that are joined by one value would both take the same runs. */
  add({ id, value, where }: { id: string; value: JsonObject; where: Place }): void {
    const { join, name } = this.#plan;
    const key = join === null ? null : rowKey(value, join.row);
    if (join === null || key === null) return;
    const other = this.#ids.get(key);
    if (other !== undefined) {
      const message = `rows "${other}" and "${id}" of "${name}" have the same ${join.row}, by which they are joined: "${key}"`;
      throw runError('ROW_DUPLICATE_ID', message, { where });
    }
    this.#ids.set(key, id);
  }

  /** The id of the row that a run names; null where it names none. A run that was made for a row names it in `case`. */
  idOf(trace: Trace, isDriven: boolean): string | null {
    const { join, joinsById } = this.#plan;
    if (join === null || isDriven) return trace.case ?? (joinsById ? trace.id : null);
    const key = traceKey(trace, join.trace);
    return key === null ? null : (this.#ids.get(key) ?? null);
  }
}
