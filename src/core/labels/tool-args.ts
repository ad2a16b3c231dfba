import type { Expectation } from '../calls/expectation.ts';
import type { ExpectedTools } from '../tools/expected-tools.ts';
import { metricValue, type MetricSpec, type MetricValue } from '../metrics/metric.ts';
import { type Reach, reachOf } from '../scoring/reach.ts';
import type { Quotes } from '../redaction/index.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Tally } from '../scoring/scorer.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import { FirstCallShape } from './first-call-shape.ts';
import { type LabelOptions, LabelReader, overLabels } from './labelled-case.ts';
import type { Pairer } from './pairing.ts';

/** What `tool_args_shape_match` is compiled from; the first value is the default. */
export interface ToolArgsShapeOptions extends LabelOptions {
  /**
   * `all` counts every case with labelled arguments, and a wrong tool as wrong. `first_call` counts every case, and
   * compares the arguments of the first call whatever its tool.
   */
  readonly over?: 'pairs' | 'all' | 'first_call';
}

/** How the labelled arguments of one pair compare: equal, only of the same shape, or neither. */
type Comparison = 'equal' | 'other_value' | 'wrong_shape';

/** The pairs with an acceptable tool and labelled arguments. */
interface ComparedCase {
  readonly pairs: readonly { readonly call: number; readonly comparison: Comparison }[];
  /** Expected calls with labelled arguments that no acceptable call stands for. */
  readonly unpaired: number;
}

type Count = (compared: ComparedCase) => Tally;

function argsScorer(
  name: string,
  summary: string,
  metric: Pick<MetricSpec, 'summary' | 'proportion'>,
  tallyKeys: readonly string[],
  derive: (tally: Tally) => MetricValue | null,
  countOf: (options: Omit<ToolArgsShapeOptions, 'label'>) => Count,
  isWrong: (comparison: Comparison) => boolean,
): Scorer<ToolArgsShapeOptions> {
  const scorer: Scorer<ToolArgsShapeOptions> = {
    name,
    version: 1,
    summary,
    metrics: [{ id: name, unit: 'ratio', better: 'higher', ...metric }],
    defaultGates: [],
    meanMetric: null,
    tallyKeys,
    showsArguments: true,
    ...overLabels<ToolArgsShapeOptions>((options, services) => {
      const reader = new LabelReader(options, services);
      if (options.over === 'first_call') {
        return (row) => new FirstCallShape(scorer, reader.read(row));
      }
      const count = countOf(options);
      return (row) => new CompiledArgs(scorer, count, isWrong, reader.read(row));
    }),
    derive: (tally) => [derive(tally)],
    isVacuous: () => false,
  };
  return scorer;
}

const share =
  (good: string, all: string) =>
  (tally: Tally): MetricValue | null => {
    const of = tally[all] ?? 0;
    return of === 0 ? null : metricValue('ratio', tally[good] ?? 0, of);
  };

/** Whether labelled arguments are equal. */
export const toolArgsMatch: Scorer<LabelOptions> = argsScorer(
  'tool_args_match',
  'Whether the arguments are the labelled ones, where the tool is right',
  { proportion: true, summary: 'share of rightly chosen calls whose arguments are equal' },
  ['equal', 'pairs'],
  share('equal', 'pairs'),
  () =>
    ({ pairs }) => ({ equal: countOf(pairs, isEqual), pairs: pairs.length }),
  (comparison) => !isEqual(comparison),
);

/** Whether labelled arguments have the same keys and types. */
export const toolArgsShapeMatch: Scorer<ToolArgsShapeOptions> = argsScorer(
  'tool_args_shape_match',
  'Whether the arguments have the labelled keys and types, where the tool is right',
  {
    proportion: true,
    summary: 'share of rightly chosen calls whose arguments have the same shape',
  },
  ['same_shape', 'pairs'],
  share('same_shape', 'pairs'),
  ({ over }) =>
    over === 'all'
      ? ({ pairs, unpaired }) => {
          const labelled = pairs.length + unpaired > 0;
          const right = unpaired === 0 && countOf(pairs, hasSameShape) === pairs.length;
          return { same_shape: labelled && right ? 1 : 0, pairs: labelled ? 1 : 0 };
        }
      : ({ pairs }) => ({ same_shape: countOf(pairs, hasSameShape), pairs: pairs.length }),
  (comparison) => !hasSameShape(comparison),
);

function isEqual(comparison: Comparison): boolean {
  return comparison === 'equal';
}

function hasSameShape(comparison: Comparison): boolean {
  return comparison !== 'wrong_shape';
}

function countOf(pairs: ComparedCase['pairs'], is: (comparison: Comparison) => boolean): number {
  let count = 0;
  for (const { comparison } of pairs) if (is(comparison)) count++;
  return count;
}

class CompiledArgs implements CompiledScorer {
  readonly scorer: Scorer;
  readonly slots: readonly string[] = [];
  readonly #pairer: Pairer;
  readonly #count: Count;
  readonly #isWrong: (comparison: Comparison) => boolean;

  constructor(
    scorer: Scorer,
    count: Count,
    isWrong: (comparison: Comparison) => boolean,
    pairer: Pairer,
  ) {
    this.scorer = scorer;
    this.#pairer = pairer;
    this.#count = count;
    this.#isWrong = isWrong;
  }

  expects(): readonly ExpectedTools[] {
    return this.#pairer.expectedTools;
  }

  score(calls: readonly ToolCall[]): RunScore {
    const compared = this.#compare(calls);
    const verdicts = calls.map((): CallVerdict => 'ok');
    let perfect = true;
    for (const { call, comparison } of compared.pairs) {
      const isWrong = this.#isWrong(comparison);
      verdicts[call] = isWrong ? 'mismatch' : 'hit';
      if (isWrong) perfect = false;
    }
    const tally = this.#count(compared);
    // A wrong tool is wrong here only where it is counted.
    if (tally.same_shape !== undefined && tally.same_shape < (tally.pairs ?? 0)) perfect = false;
    return { tally, perfect, sample: null, hits: [], verdicts };
  }

  /** Further calls may be paired instead of the observed ones: nothing is known of the labelled arguments. */
  reach(_calls: readonly ToolCall[], run: RunScore): Reach {
    const labelled = this.#pairer.labelledArguments;
    const pairs = Array.from({ length: labelled }, (_, call) => call);
    const all = (comparison: Comparison): Tally =>
      this.#count({ pairs: pairs.map((call) => ({ call, comparison })), unpaired: 0 });
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
