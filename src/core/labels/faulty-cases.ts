import type { RunOrder } from '../measure/evidence.ts';
import type { Sums } from '../measure/sums.ts';
import type { CaseReport } from '../report/report.ts';
import { compareText } from '../text/compare-text.ts';
import { FAILURE_MODES, type FailureMode } from './failure-modes.ts';

/** What went wrong in a case, as a report lists it. */
export type CaseFaults = Pick<CaseReport, 'modes' | 'confused'>;

type Cell = readonly [expected: string, observed: string];

/** The cases that something went wrong in, as plain data. */
export type FaultyCasesState = readonly (readonly [
  order: RunOrder,
  modes: readonly FailureMode[],
  cells: readonly Cell[],
])[];

interface Faults {
  readonly modes: Set<FailureMode>;
  readonly cells: Map<string, Cell>;
}

/** Notes for each case that something went wrong in which failure modes and confusions it shows. */
export class FaultyCases implements Sums<FaultyCasesState> {
  readonly #cases = new Map<RunOrder, Faults>();

  addMode(order: RunOrder, mode: FailureMode): void {
    this.#faultsOf(order).modes.add(mode);
  }

  /** Adds a cell of the confusion matrix. Those on the diagonal are right. */
  addCell(order: RunOrder, expected: string, observed: string): void {
    if (expected === observed) return;
    this.#faultsOf(order).cells.set(`${expected}\u0000${observed}`, [expected, observed]);
  }

  #faultsOf(order: RunOrder): Faults {
    let faults = this.#cases.get(order);
    if (faults === undefined)
      this.#cases.set(order, (faults = { modes: new Set(), cells: new Map() }));
    return faults;
  }

  /** The faults of a case, with labels as the matrix has them and without the modes that are not measured. */
  report(
    order: RunOrder,
    columnOf: (label: string) => string,
    isMeasured: (mode: FailureMode) => boolean,
  ): CaseFaults {
    const faults = this.#cases.get(order);
    if (faults === undefined) return {};
    const modes = FAILURE_MODES.filter((mode) => faults.modes.has(mode) && isMeasured(mode));
    const renamed = new FaultyCases();
    for (const [expected, observed] of faults.cells.values())
      renamed.addCell(order, columnOf(expected), columnOf(observed));
    const [, , confused = []] = renamed.state()[0] ?? [];
    return {
      ...(modes.length === 0 ? {} : { modes }),
      ...(confused.length === 0 ? {} : { confused }),
    };
  }

  state(): FaultyCasesState {
    return [...this.#cases]
      .sort(([a], [b]) => a - b)
      .map(([order, { modes, cells }]) => [
        order,
        FAILURE_MODES.filter((mode) => modes.has(mode)),
        [...cells].sort(([a], [b]) => compareText(a, b)).map(([, cell]) => cell),
      ]);
  }

  merge(state: FaultyCasesState): void {
    for (const [order, modes, cells] of state) {
      for (const mode of modes) this.addMode(order, mode);
      for (const [expected, observed] of cells) this.addCell(order, expected, observed);
    }
  }
}
