import type { ScoreReport } from '../report/report.ts';
import type { ScorerMetrics, ScorerName } from '../scorers/index.ts';
import type { Expectations } from './score-trace.ts';

/** The score of one scorer: its metrics have known ids. One that does not apply to the options is absent. */
export interface ScoreOf<Name extends ScorerName> extends Omit<ScoreReport, 'scorer' | 'metrics'> {
  readonly scorer: Name;
  /** Percent and count metrics are integers, ratios have at most four decimals; null is "not measured". */
  readonly metrics: Readonly<Partial<Record<ScorerMetrics[Name], number | null>>>;
}

/** The scorers that an expectation names for certain. */
type Named<E> = {
  [K in keyof E & ScorerName]-?: undefined extends E[K] ? never : K;
}[keyof E & ScorerName];

/** The scores of an expectation, in the order of `SCORERS`: at least one where a scorer is named. */
export type ScoresOf<E extends Expectations> = [Named<E>] extends [never]
  ? readonly ScoreReport[]
  : readonly [AnyScoreOf<Named<E>>, ...AnyScoreOf<Named<E>>[]];

type AnyScoreOf<Name extends ScorerName> = { [N in Name]: ScoreOf<N> }[Name];

/** An expectation without keys that are neither a scorer nor a rule about calls. */
export type Known<E> = E & { readonly [K in Exclude<keyof E, keyof Expectations>]: never };
