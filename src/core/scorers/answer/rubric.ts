import { type Decimal, decimalOf } from '../../json/decimal.ts';
import { optionError } from '../../issues/issue.ts';
import {
  type AnswerQuestion,
  type AnswerVerdict,
  isGoodStatement,
  UNWANTED,
} from '../../judge/index.ts';
import type { Ratio } from '../../scoring/scorer.ts';
import { shorten } from '../../text/shorten.ts';
import type { AnswerOptions } from './options.ts';

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
export class Rubric {
  readonly parts: readonly RubricPart[];
  readonly #passAt: Decimal;

  constructor({ rubric, criteria = [], must = [], must_not = [], pass_at = 1 }: AnswerOptions) {
    const weighted = criteria.map((criterion) =>
      typeof criterion === 'string'
        ? { text: criterion, weight: 1 }
        : { text: criterion.criterion, weight: criterion.weight ?? 1 },
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

export function gradeOf(
  { kind, statement }: RubricPart,
  { score, statements }: AnswerVerdict,
): number {
  if (kind === 'rubric') return score ?? 0;
  const said = statements[statement];
  return said !== undefined && isGoodStatement(said) ? 1 : 0;
}

export function explainPart({ kind, statement }: RubricPart, verdict: AnswerVerdict): string {
  if (kind === 'rubric') return `the judge gives ${verdict.score}: ${verdict.reason}`;
  return `the judge says: ${verdict.statements[statement]?.reason ?? ''}`;
}
