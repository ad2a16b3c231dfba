import type { ExpectedTools } from '../../tools/expected-tools.ts';
import { type Reach, reachOf } from '../../scoring/reach.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer } from '../../scoring/scorer.ts';
import { argumentsOf, type ToolCall } from '../../trace/trace.ts';
import type { Pairer } from '../../labels/pairing.ts';

/**
 * The published recipe of `tool_args_shape_match`: the arguments of the first call, whatever its tool, have the
 * labelled keys and types. Every case counts; no call and no labelled arguments are `{}`; 1 and 1.0 differ.
 */
export class FirstCallShape implements CompiledScorer {
  readonly scorer: Scorer;
  readonly slots: readonly string[] = [];
  readonly #pairer: Pairer;

  constructor(scorer: Scorer, pairer: Pairer) {
    this.scorer = scorer;
    this.#pairer = pairer;
  }

  expects(): readonly ExpectedTools[] {
    return this.#pairer.expectedTools;
  }

  score(calls: readonly ToolCall[]): RunScore {
    const perfect = this.#hasShape(calls[0]);
    const verdicts = calls.map((): CallVerdict => 'ok');
    if (calls.length > 0) verdicts[0] = perfect ? 'hit' : 'mismatch';
    const tally = { same_shape: perfect ? 1 : 0, pairs: 1 };
    return { tally, perfect, sample: null, hits: [], verdicts };
  }

  /** A further call may come before the first that was observed. */
  reach(_calls: readonly ToolCall[], run: RunScore): Reach {
    return reachOf(run, {
      worst: { tally: { same_shape: 0 }, perfect: false },
      best: { tally: { same_shape: 1 }, perfect: true },
    });
  }

  #hasShape(call: ToolCall | undefined): boolean {
    const expectation = this.#pairer.expectation(0);
    if (expectation !== null) return expectation.hasWrittenShape(call);
    const actual = call === undefined ? {} : argumentsOf(call);
    return actual !== null && Object.keys(actual).length === 0;
  }

  explainCall(calls: readonly ToolCall[], i: number): string | null {
    if (i > 0 || this.#hasShape(calls[0])) return null;
    const keys = Object.keys(this.#pairer.expectation(0)?.args ?? {});
    return keys.length === 0
      ? 'expected no arguments'
      : `expected arguments with the labelled keys and types: ${keys.join(', ')}`;
  }
}
