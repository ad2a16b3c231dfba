import { type Decimal, decimalOf } from '../json/decimal.ts';
import { optionError } from '../issues/issue.ts';
import {
  type AnswerQuestion,
  type AnswerVerdict,
  isGoodStatement,
  openGap,
  UNWANTED,
} from '../judge/index.ts';
import { metricValue } from '../metrics/metric.ts';
import type { Ratio, Scorer } from '../scoring/scorer.ts';
import { shorten } from '../text/shorten.ts';
import { ANSWER_TALLY, JudgedAnswer } from './judged-answer.ts';

/** What `answer` is compiled from: at least one of the first four. */
export interface AnswerOptions {
  /** Free text that the answer as a whole is graded by: 1, 0.5 or 0. */
  readonly rubric?: string;
  /** What the answer should have, each met or not, with weights. */
  readonly criteria?: readonly (string | WeightedCriterion)[];
  /** Without these the answer does not pass. */
  readonly must?: readonly string[];
  /** With these the answer does not pass. */
  readonly must_not?: readonly string[];
  /** The score from which an answer passes; 1 by default. */
  readonly pass_at?: number;
}

/** A criterion that counts more or less than others. */
export interface WeightedCriterion {
  readonly criterion: string;
  /** 1 by default. */
  readonly weight?: number;
}

/** How good final answers are by a rubric. */
export const answer: Scorer<AnswerOptions> = {
  name: 'answer',
  version: 1,
  summary: 'How good the final answer is by a rubric, by a judge that sees all calls and results',
  metrics: [
    {
      id: 'answer.score',
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary:
        'mean over runs of the weighted share of what the answer has; not measured while a run waits for a judge',
    },
    {
      id: 'answer.pass',
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      judgedBy: 'answer',
      summary:
        'share of runs whose answer reaches `pass_at`, with all that it must and nothing that it must not have',
    },
  ],
  defaultGates: [{ metric: 'answer.pass', op: '==', value: 1 }],
  meanMetric: 'answer.score',
  tallyKeys: ['passed', ...ANSWER_TALLY],
  showsArguments: false,
  isJudged: true,
  compile: (options, { rulings }) => {
    const rubric = new Rubric(options);
    const at = (sample: Ratio, passed: number): { tally: { passed: number }; sample: Ratio } => ({
      tally: { passed },
      sample,
    });
    return new JudgedAnswer<AnswerQuestion>(
      {
        scorer: answer,
        slots: rubric.parts.map(({ name }) => name),
        ends: { worst: at({ num: 0, den: 1 }, 0), best: at({ num: 1, den: 1 }, 1) },
        ask: (run, redact) => ({
          kind: 'answer',
          run,
          rubric: options.rubric === undefined ? null : redact(options.rubric),
          statements: rubric.statements.map(({ id, text }) => ({ id, text: redact(text) })),
        }),
        score: (verdict) => {
          const { sample, passes } = rubric.grade(verdict);
          return {
            ...at(sample, passes ? 1 : 0),
            perfect: passes,
            hits: rubric.parts.map((part) => (gradeOf(part, verdict) === 1 ? 1 : 0)),
          };
        },
        explain: (verdict, slot) => explainPart(rubric.parts[slot]!, verdict),
      },
      rulings,
    );
  },
  derive: ({ passed = 0, open = 0 }, runs) => [
    undefined,
    runs === 0 || open > 0 ? null : metricValue('ratio', passed, runs),
  ],
  gaps: (tally, runs) => [
    // The mean is known only to be one: its range comes from both ends of the open runs.
    openGap(tally, { num: 0, den: 1, more: 1 }),
    openGap(tally, { num: tally.passed ?? 0, den: runs, more: tally.open ?? 0 }),
  ],
  isVacuous: () => false,
};

/** One thing that an answer is graded by. */
interface RubricPart {
  readonly name: string;
  readonly kind: 'rubric' | 'criterion' | 'must' | 'must_not';
  /** Its place among the statements; -1 of the rubric. */
  readonly statement: number;
  readonly text: string;
  readonly weight: Decimal;
}

const ONE = decimalOf(1);

/** All that an answer is graded by. */
class Rubric {
  readonly parts: readonly RubricPart[];
  readonly #passAt: Decimal;

  constructor({ rubric, criteria = [], must = [], must_not = [], pass_at = 1 }: AnswerOptions) {
    const weighted = criteria.map((one) =>
      typeof one === 'string'
        ? { text: one, weight: 1 }
        : { text: one.criterion, weight: one.weight ?? 1 },
    );
    const parts: Omit<RubricPart, 'statement'>[] = [
      ...weighted.map(({ text, weight }) => ({
        name: text,
        kind: 'criterion' as const,
        text,
        weight: decimalOf(weight),
      })),
      ...must.map((text) => ({ name: `must: ${text}`, kind: 'must' as const, text, weight: ONE })),
      ...must_not.map((text) => ({
        name: `must not: ${text}`,
        kind: 'must_not' as const,
        text,
        weight: ONE,
      })),
    ];
    const whole: RubricPart[] =
      rubric === undefined
        ? []
        : [
            {
              name: shorten(rubric, 100),
              kind: 'rubric',
              text: rubric,
              weight: ONE,
              statement: -1,
            },
          ];
    this.parts = [...whole, ...parts.map((part, statement) => ({ ...part, statement }))];
    if (this.parts.length === 0)
      throw optionError('answer needs a rubric, criteria, must or must_not');
    if (this.parts.some(({ weight }) => weight.num <= 0n))
      throw optionError('answer/criteria: a weight is greater than 0');
    this.#passAt = decimalOf(pass_at);
  }

  get statements(): AnswerQuestion['statements'] {
    return this.parts
      .filter(({ statement }) => statement !== -1)
      .map(({ kind, statement, text }) => ({ id: statementId(kind, statement), text }));
  }

  /** The weighted mean of what the answer has, exactly, and whether the answer passes. */
  grade(verdict: AnswerVerdict): { readonly sample: Ratio; readonly passes: boolean } {
    let sum = { num: 0n, den: 1n };
    let all = { num: 0n, den: 1n };
    for (const part of this.parts) {
      sum = add(sum, times(part.weight, decimalOf(gradeOf(part, verdict))));
      all = add(all, part.weight);
    }
    const sample = { num: sum.num * all.den, den: sum.den * all.num };
    const { num, den } = this.#passAt;
    const isEnough = sample.num * den >= num * sample.den;
    const isKept = this.parts.every(
      (part) => !part.kind.startsWith('must') || gradeOf(part, verdict) === 1,
    );
    return { sample, passes: isEnough && isKept };
  }
}

/** What must not be true of an answer is known by its id. */
function statementId(kind: RubricPart['kind'], place: number): string {
  return `${kind === 'must_not' ? UNWANTED : 's'}${place + 1}`;
}

function add(a: Decimal, b: Decimal): Decimal {
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

function times(a: Decimal, b: Decimal): Decimal {
  return { num: a.num * b.num, den: a.den * b.den };
}

function gradeOf({ kind, statement }: RubricPart, { score, statements }: AnswerVerdict): number {
  if (kind === 'rubric') return score ?? 0;
  const said = statements[statement];
  return said !== undefined && isGoodStatement(said) ? 1 : 0;
}

function explainPart({ kind, statement }: RubricPart, verdict: AnswerVerdict): string {
  if (kind === 'rubric') return `the judge gives ${verdict.score}: ${verdict.reason}`;
  return `the judge says: ${verdict.statements[statement]?.reason ?? ''}`;
}
