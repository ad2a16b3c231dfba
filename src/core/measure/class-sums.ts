import { metricValue, type MetricValue } from '../metrics/metric.ts';
import type { ClassesFold } from './fold.ts';
import { classOf } from './class-of.ts';
import { NameCounts, type NameCountsState } from './name-counts.ts';
import type { Sums } from './sums.ts';

/** A folded metric; where it is not measured, `why` says the reason. */
export interface Folded {
  readonly value: MetricValue | null;
  readonly why?: string;
}

/** Pairs of classes as plain data. */
export interface ClassSumsState {
  readonly predicted: NameCountsState;
  readonly expected: NameCountsState;
  readonly agreed: NameCountsState;
  readonly rows: number;
  readonly withoutPrediction: number;
  readonly withoutTruth: number;
}

/** Counts pairs of a predicted and a true class. Sums of counts, so any order of the rows gives the same. */
export class ClassSums implements Sums<ClassSumsState> {
  readonly #fold: ClassesFold;
  readonly #positive: ReadonlySet<string | null>;
  readonly #negative: ReadonlySet<string | null>;
  readonly #predicted = new NameCounts();
  readonly #expected = new NameCounts();
  readonly #agreed = new NameCounts();
  #rows = 0;
  #withoutPrediction = 0;
  #withoutTruth = 0;

  constructor(fold: ClassesFold) {
    this.#fold = fold;
    this.#positive = new Set(fold.positive.map(classOf));
    this.#negative = new Set(fold.negative.map(classOf));
  }

  add(predicted: string | null, truth: unknown): void {
    this.#rows++;
    const prediction = predicted === null ? null : this.#classOf(predicted);
    const expected = this.#classOf(classOf(truth));
    if (prediction === null) this.#withoutPrediction++;
    if (expected === null) this.#withoutTruth++;
    if (prediction === null || expected === null) return;
    this.#predicted.add(prediction);
    this.#expected.add(expected);
    if (prediction === expected) this.#agreed.add(expected);
  }

  state(): ClassSumsState {
    return {
      predicted: this.#predicted.state(),
      expected: this.#expected.state(),
      agreed: this.#agreed.state(),
      rows: this.#rows,
      withoutPrediction: this.#withoutPrediction,
      withoutTruth: this.#withoutTruth,
    };
  }

  merge(state: ClassSumsState): void {
    this.#predicted.merge(state.predicted);
    this.#expected.merge(state.expected);
    this.#agreed.merge(state.agreed);
    this.#rows += state.rows;
    this.#withoutPrediction += state.withoutPrediction;
    this.#withoutTruth += state.withoutTruth;
  }

  /** Of two classes, `1` is the positive one and `0` the negative one; anything else is neither. */
  #classOf(value: string | null): string | null {
    if (value === null || this.#fold.name === 'multiclass_classification') return value;
    if (this.#positive.has(value)) return '1';
    return this.#negative.has(value) ? '0' : null;
  }

  /** The metrics by id; `asked` are ids that a gate names. */
  metrics(asked: readonly string[]): readonly (readonly [string, Folded])[] {
    const { name, id } = this.#fold;
    if (name === 'multiclass_classification') return this.#perClass(asked);
    if (name !== 'binary_classification') return [[id, this.#rate(name, '1')]];
    return [
      [`${id}accuracy`, this.#accuracy()],
      ...RATES.map((rate) => [id + rate, this.#rate(rate, '1')] as const),
    ];
  }

  #perClass(asked: readonly string[]): readonly (readonly [string, Folded])[] {
    const { id } = this.#fold;
    const rates = ['precision', 'recall'] as const;
    const named = asked.flatMap((className) => {
      const match = className.startsWith(id)
        ? /^(.+)_(?:precision|recall)$/.exec(className.slice(id.length))
        : null;
      return match?.[1] === undefined ? [] : [match[1]];
    });
    const classes = [...new Set([...this.#predicted.names, ...this.#expected.names, ...named])];
    return [
      [`${id}accuracy`, this.#accuracy()],
      ...classes
        .sort()
        .flatMap((className) =>
          rates.map((rate) => [`${id}${className}_${rate}`, this.#rate(rate, className)] as const),
        ),
    ];
  }

  #accuracy(): Folded {
    return this.#ratio(this.#agreed.total, this.#rows, 'there are no rows');
  }

  #rate(rate: (typeof RATES)[number], className: string): Folded {
    const hits = this.#agreed.of(className);
    const predicted = this.#predicted.of(className);
    const expected = this.#expected.of(className);
    if (rate === 'precision')
      return this.#ratio(hits, predicted, 'no row is predicted as this class');
    if (rate === 'recall') return this.#ratio(hits, expected, 'no row is of this class');
    return this.#ratio(
      2 * hits,
      predicted + expected,
      'no row is of this class or predicted as it',
    );
  }

  #ratio(num: number, den: number, whyNone: string): Folded {
    const why = this.#explainGap();
    if (why !== null) return { value: null, why };
    return den === 0 ? { value: null, why: whyNone } : { value: metricValue('ratio', num, den) };
  }

  /** A row without one of its classes would make every figure one of the other rows. */
  #explainGap(): string | null {
    const { prediction, truth, name } = this.#fold;
    const isAny = name === 'multiclass_classification';
    const what = isAny ? 'no value' : 'neither the positive nor the negative answer';
    if (this.#withoutTruth > 0)
      return `${this.#withoutTruth} of ${this.#rows} rows have ${what} in ${truth}`;
    return this.#withoutPrediction > 0
      ? `${this.#withoutPrediction} of ${this.#rows} rows have ${what} in ${prediction}`
      : null;
  }
}

const RATES = ['precision', 'recall', 'f1'] as const;
