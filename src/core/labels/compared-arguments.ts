import type { Expectation } from '../calls/expectation.ts';
import type { Quotes } from '../redaction/index.ts';
import { type Reach, reachOf } from '../scoring/reach.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Tally } from '../scoring/scorer.ts';
import type { ExpectedTools } from '../tools/expected-tools.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import type { Pairer } from './pairing.ts';

/** How the labelled arguments of one pair compare: equal, only of the same shape, or neither. */
export type Comparison = 'equal' | 'other_value' | 'wrong_shape';

/** The pairs with an acceptable tool and labelled arguments. */
export interface ComparedCase {
  readonly pairs: readonly { readonly call: number; readonly comparison: Comparison }[];
  /** Expected calls with labelled arguments that no acceptable call was paired with. */
  readonly unpaired: number;
}

/** How a scorer counts compared arguments. */
export interface ArgumentsRule {
  readonly scorer: Scorer;
  readonly isRight: (comparison: Comparison) => boolean;
  readonly count: (compared: ComparedCase) => Tally;
}

/** How many pairs compare like this. */
export function countPairs(
  pairs: ComparedCase['pairs'],
  isRight: (comparison: Comparison) => boolean,
): number {
  let count = 0;
  for (const { comparison } of pairs) if (isRight(comparison)) count++;
  return count;
}

/** Compares the arguments of rightly chosen calls with the labelled ones. */
export class ComparedArguments implements CompiledScorer {
  readonly slots: readonly string[] = [];
  readonly #rule: ArgumentsRule;
  readonly #pairer: Pairer;

  constructor(rule: ArgumentsRule, pairer: Pairer) {
    this.#rule = rule;
    this.#pairer = pairer;
  }

  get scorer(): Scorer {
    return this.#rule.scorer;
  }

  expects(): readonly ExpectedTools[] {
    return this.#pairer.expectedTools;
  }

  score(calls: readonly ToolCall[]): RunScore {
    const compared = this.#compare(calls);
    const verdicts = calls.map((): CallVerdict => 'ok');
    let perfect = true;
    for (const { call, comparison } of compared.pairs) {
      const isRight = this.#rule.isRight(comparison);
      verdicts[call] = isRight ? 'hit' : 'mismatch';
      if (!isRight) perfect = false;
    }
    const tally = this.#rule.count(compared);
    // A wrong tool is wrong here only where it is counted.
    if (tally.same_shape !== undefined && tally.same_shape < (tally.pairs ?? 0)) perfect = false;
    return { tally, perfect, sample: null, hits: [], verdicts };
  }

  /** Further calls may be paired instead of the observed ones: nothing is known of the labelled arguments. */
  reach(_calls: readonly ToolCall[], run: RunScore): Reach {
    const labelled = this.#pairer.labelledArguments;
    const pairs = Array.from({ length: labelled }, (_, call) => call);
    const all = (comparison: Comparison): Tally =>
      this.#rule.count({ pairs: pairs.map((call) => ({ call, comparison })), unpaired: 0 });
    return reachOf(run, {
      worst: { tally: all('wrong_shape'), perfect: labelled === 0 },
      best: { tally: all('equal'), perfect: true },
    });
  }

  #compare(calls: readonly ToolCall[]): ComparedCase {
    const pairs: { call: number; comparison: Comparison }[] = [];
    let unpaired = 0;
    for (const { expected, call, acceptable } of this.#pairer.pair(calls).pairs) {
      const expectation = expected === -1 ? null : this.#pairer.expectation(expected);
      if (expectation === null) continue;
      if (acceptable) pairs.push({ call, comparison: compareArguments(expectation, calls[call]!) });
      else unpaired++;
    }
    return { pairs, unpaired };
  }

  explainCall(calls: readonly ToolCall[], i: number, _trace: Trace, quotes: Quotes): string | null {
    const pair = this.#pairer.pair(calls).pairs.find(({ call }) => call === i);
    return pair === undefined
      ? null
      : (this.#pairer.expectation(pair.expected)?.explain(calls[i]!, quotes) ?? null);
  }
}

/** How the arguments of a call compare with the labelled ones. */
export function compareArguments(expectation: Expectation, call: ToolCall): Comparison {
  if (expectation.fits(call)) return 'equal';
  return expectation.hasShape(call) ? 'other_value' : 'wrong_shape';
}
