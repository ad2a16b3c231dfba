import type { CallChecker } from '../../calls/call-checker.ts';
import type { ExpectedTools } from '../../tools/expected-tools.ts';
import {
  type ArgumentsQuestion,
  type ArgumentsVerdict,
  argumentsQuestion,
  decide,
  type Decided,
  type JudgeError,
  NO_JUDGE,
  openGap,
  openScore,
  type Question,
  type Rulings,
} from '../../judge/index.ts';
import { metricValue } from '../../metrics/metric.ts';
import { type Reach, reachOf } from '../../scoring/reach.ts';
import type { Quotes } from '../../redaction/index.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Tally } from '../../scoring/scorer.ts';
import type { ToolCall, Trace } from '../../trace/trace.ts';
import { labelKeys, labelOptions } from '../../labels/label-keys.ts';
import {
  contextOf,
  type LabelOptions,
  LabelReader,
  overLabels,
} from '../../labels/labelled-case.ts';
import type { Pairer } from '../../labels/pairing.ts';
import { compareArguments } from '../../labels/compared-arguments.ts';

/** Whether labelled arguments mean the same. Equal is 1 and a wrong shape 0; a judge is asked about the rest. */
export const toolArgsSemantic = defineScorer({
  name: 'tool_args_semantic',
  version: 2,
  summary:
    'Whether the arguments mean the labelled ones: equal is 1, a wrong shape 0, a judge decides the rest',
  options: labelOptions,
  suite: { keys: labelKeys, entry: 'Whether arguments mean the labelled ones.' },
  metrics: {
    tool_args_semantic: {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'mean over rightly chosen calls; not measured while a pair waits for a judge',
      derive: ({ equal = 0, halves = 0, pairs = 0, open = 0 }) =>
        pairs === 0 || open > 0 ? null : metricValue('ratio', 2 * equal + halves, 2 * pairs),
      gap: (tally) => {
        const { equal = 0, halves = 0, judge_errors = 0, needs_judge = 0, pairs = 0 } = tally;
        const more = 2 * (judge_errors + needs_judge);
        return openGap(tally, { num: 2 * equal + halves, den: 2 * pairs, more });
      },
    },
  },
  tallyKeys: ['equal', 'wrong_shape', 'judged', 'halves', 'judge_errors', 'needs_judge', 'pairs'],
  showsArguments: true,
  isJudged: true,
  ...overLabels<LabelOptions>((options, services) => {
    const reader = new LabelReader(options, services);
    const { checker } = contextOf(options, services);
    return (row) => new CompiledSemantic(reader.read(row), checker, services.rulings);
  }),
});

/** A pair, and what is known of its arguments. */
interface ComparedPair {
  readonly call: number;
  readonly outcome: 'equal' | 'wrong_shape' | Decided<ArgumentsVerdict>;
}

/** What is asked about a call and the expected one at this place. */
interface AskedPair {
  readonly expected: number;
  readonly question: ArgumentsQuestion | null;
}

const SECRET: JudgeError = {
  code: 'JUDGE_REDACTED',
  message: 'no judge is asked about arguments that hold secrets',
};

class CompiledSemantic implements CompiledScorer {
  readonly scorer: Scorer = toolArgsSemantic;
  readonly slots: readonly string[] = [];
  readonly #pairer: Pairer;
  readonly #checker: CallChecker;
  readonly #rulings: Rulings | undefined;
  readonly #questions = new WeakMap<Trace, Map<ToolCall, AskedPair>>();

  constructor(pairer: Pairer, checker: CallChecker, rulings: Rulings | undefined) {
    this.#pairer = pairer;
    this.#checker = checker;
    this.#rulings = rulings;
  }

  expects(): readonly ExpectedTools[] {
    return this.#pairer.expectedTools;
  }

  questions(calls: readonly ToolCall[], trace: Trace): readonly Question[] {
    return this.#labelled(calls).flatMap(({ call, expected }) =>
      this.#isOpen(expected, calls[call]!)
        ? (this.#question(expected, calls[call]!, trace) ?? [])
        : [],
    );
  }

  score(calls: readonly ToolCall[], trace: Trace): RunScore {
    const pairs = this.#compare(calls, trace);
    const verdicts = calls.map((): CallVerdict => 'ok');
    for (const pair of pairs) verdicts[pair.call] = verdictOf(pair);
    const tally = countPairs(pairs);
    const { wrong_shape = 0, judged = 0, halves = 0, judge_errors = 0, needs_judge = 0 } = tally;
    const perfect = wrong_shape === 0 && halves === 2 * judged;
    const score: RunScore = { tally, perfect, sample: null, hits: [], verdicts };
    const open = judge_errors + needs_judge;
    if (open === 0) return score;
    const decided = { judge_errors: 0, needs_judge: 0, judged: judged + open };
    return openScore(score, {
      worst: { tally: decided },
      best: { tally: { ...decided, halves: halves + 2 * open }, perfect },
    });
  }

  /** Further calls may be paired instead of the observed ones: nothing is known of the labelled arguments. */
  reach(_calls: readonly ToolCall[], run: RunScore): Reach {
    const pairs = this.#pairer.labelledArguments;
    return reachOf(run, {
      worst: { tally: { ...NOTHING, wrong_shape: pairs, pairs }, perfect: pairs === 0 },
      best: { tally: { ...NOTHING, equal: pairs, pairs }, perfect: true },
    });
  }

  explainCall(calls: readonly ToolCall[], i: number, trace: Trace, quotes: Quotes): string | null {
    const pair = this.#compare(calls, trace).find(({ call }) => call === i);
    if (pair === undefined) return null;
    const { expected } = this.#labelled(calls).find(({ call }) => call === i) as {
      expected: number;
    };
    const difference = this.#pairer.expectation(expected)?.explain(calls[i]!, quotes) ?? null;
    if (typeof pair.outcome === 'string') return difference;
    const { verdict, error } = pair.outcome;
    const said = verdict === null ? error.message : explainVerdict(verdict);
    return difference === null ? said : `${difference}; ${said}`;
  }

  /** The pairs with an acceptable tool and labelled arguments. */
  #labelled(calls: readonly ToolCall[]): readonly { call: number; expected: number }[] {
    return this.#pairer
      .pair(calls)
      .pairs.filter(
        ({ expected, acceptable }) =>
          acceptable && expected !== -1 && this.#pairer.expectation(expected) !== null,
      );
  }

  #compare(calls: readonly ToolCall[], trace: Trace): readonly ComparedPair[] {
    return this.#labelled(calls).map(({ call, expected }) => {
      const comparison = compareArguments(this.#pairer.expectation(expected)!, calls[call]!);
      if (comparison !== 'other_value') return { call, outcome: comparison };
      return { call, outcome: this.#decide(expected, calls[call]!, trace) };
    });
  }

  #decide(expected: number, call: ToolCall, trace: Trace): Decided<ArgumentsVerdict> {
    if (this.#rulings === undefined) return { verdict: null, error: NO_JUDGE };
    const question = this.#question(expected, call, trace);
    return question === null ? { verdict: null, error: SECRET } : decide(this.#rulings, question);
  }

  #isOpen(expected: number, call: ToolCall): boolean {
    return compareArguments(this.#pairer.expectation(expected)!, call) === 'other_value';
  }

  /** The question about a pair: put together once, and asked for several times. */
  #question(expected: number, call: ToolCall, trace: Trace): ArgumentsQuestion | null {
    const ofRun = this.#questions.get(trace) ?? new Map<ToolCall, AskedPair>();
    this.#questions.set(trace, ofRun);
    const existing = ofRun.get(call);
    if (existing?.expected === expected) return existing.question;
    const question = this.#ask(expected, call, trace);
    ofRun.set(call, { expected, question });
    return question;
  }

  #ask(expected: number, call: ToolCall, trace: Trace): ArgumentsQuestion | null {
    const compared = this.#pairer.expectation(expected)?.compared(call) ?? null;
    if (this.#rulings === undefined || compared === null) return null;
    const spec = this.#checker.catalogOf(trace)?.find(call);
    const { input } = trace;
    return argumentsQuestion({ input, tool: call, spec, ...compared }, this.#rulings.redaction);
  }
}

const NOTHING: Tally = {
  equal: 0,
  wrong_shape: 0,
  judged: 0,
  halves: 0,
  judge_errors: 0,
  needs_judge: 0,
  pairs: 0,
  open: 0,
};

/** What the judge says of all arguments, and of those that it does not find right. */
function explainVerdict({ score, reason, each = [] }: ArgumentsVerdict): string {
  const wrong = each.filter((grade) => grade.score < 1);
  const parts = wrong.map((grade) => `${grade.argument} ${grade.score} (${grade.reason})`);
  return [`the judge gives ${score}: ${reason}`, ...parts].join('; ');
}

function countPairs(pairs: readonly ComparedPair[]): Tally {
  const tally: Record<string, number> = { ...NOTHING, pairs: pairs.length };
  const add = (key: string, count = 1): void => {
    tally[key] = (tally[key] ?? 0) + count;
  };
  for (const { outcome } of pairs) {
    if (typeof outcome === 'string') add(outcome);
    else if (outcome.verdict !== null) {
      add('judged');
      add('halves', 2 * outcome.verdict.score);
    } else add(isUnasked(outcome.error) ? 'needs_judge' : 'judge_errors');
  }
  return tally;
}

/** Whether no judge tried to answer. */
function isUnasked({ code }: JudgeError): boolean {
  return code === 'JUDGE_UNASKED' || code === SECRET.code;
}

function verdictOf({ outcome }: ComparedPair): CallVerdict {
  if (typeof outcome === 'string') return outcome === 'equal' ? 'hit' : 'mismatch';
  if (outcome.verdict === null) return 'unjudged';
  return outcome.verdict.score === 1 ? 'hit' : 'mismatch';
}
