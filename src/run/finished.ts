import { type GateReport, type Issue, type Verdict, worstVerdict } from '#core';

/** The report of a test or an eval, and what of it is only summed. */
export interface Finished<T> {
  readonly report: T;
  readonly calls: number;
  readonly remarks: readonly string[];
  readonly warnings?: readonly Issue[];
}

/** The verdict of a test or an eval: its gates, and what could not be measured. */
export function verdictOf(gates: readonly GateReport[], unmeasured: number): Verdict {
  const verdict = worstVerdict(gates.map((gate) => gate.outcome));
  return unmeasured > 0 ? worstVerdict([verdict, 'error']) : verdict;
}
