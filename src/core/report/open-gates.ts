import type { FailedGate } from './run-evidence.ts';
import type { EvalReport, GateReport, ScoreReport, TestReport } from './report.ts';

/** The gates of a test or an eval that did not hold. */
export class OpenGates {
  readonly #gates: readonly GateReport[];

  constructor({ gates }: Pick<TestReport | EvalReport, 'gates'>) {
    this.#gates = gates.filter(({ outcome }) => outcome !== 'pass');
  }

  /** Whether a scorer has one of them. */
  areOf({ metrics }: ScoreReport): boolean {
    return this.#gates.some(({ metric }) => Object.hasOwn(metrics, metric));
  }

  /** Those of them that a run does not hold alone: the others hold over all runs. */
  among(failed: readonly FailedGate[]): readonly FailedGate[] {
    return failed.filter(({ metric, op, value }) =>
      this.#gates.some(
        (gate) => gate.metric === metric && gate.op === op && String(gate.value) === String(value),
      ),
    );
  }
}
