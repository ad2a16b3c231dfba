import { EMPTY_SCORE } from '../report/empty-score.ts';
import { explainGap } from '../gates/gate-report.ts';
import type { JsonObject } from '../json/json.ts';
import { type MetricValue, metricNumber, metricValue } from '../metrics/metric.ts';
import type { ScoreReport } from '../report/report.ts';
import type { ScorerPlan } from './plan.ts';
import type { RunOrder } from './evidence.ts';
import { FoldSums, type FoldSumsState } from './fold-sums.ts';
import { NameCounts, type NameCountsState } from './name-counts.ts';
import type { Sums } from './sums.ts';

/** The sums of a custom scorer as plain data. */
export interface CustomSumsState {
  readonly sums: NameCountsState;
  readonly folds: FoldSumsState;
  readonly partial: number;
  readonly runs: number;
}

/** Sums the named integers of a custom scorer. */
export class CustomSums implements Sums<CustomSumsState> {
  readonly plan: ScorerPlan;
  readonly #sums = new NameCounts();
  readonly folds: FoldSums;
  #partial = 0;
  #runs = 0;

  constructor(plan: ScorerPlan) {
    this.plan = plan;
    this.folds = new FoldSums(plan);
  }

  add(
    order: RunOrder,
    outputs: ReadonlyMap<string, number>,
    isPartial: boolean,
    row: JsonObject | null,
  ): void {
    this.#runs++;
    if (isPartial) this.#partial++;
    for (const [name, value] of outputs) this.#sums.add(name, value);
    this.folds.addIntegers(order, outputs, isPartial, row);
  }

  state(): CustomSumsState {
    return {
      sums: this.#sums.state(),
      folds: this.folds.state(),
      partial: this.#partial,
      runs: this.#runs,
    };
  }

  merge({ sums, folds, partial, runs }: CustomSumsState): void {
    this.#sums.merge(sums);
    this.folds.merge(folds);
    this.#partial += partial;
    this.#runs += runs;
  }

  /** Why the sums are not measured; null where they are. How further calls would move them is not known. */
  get why(): string | null {
    const gap = { runs: 0, needs: '', partial: this.#partial, low: ZERO, high: null };
    return this.#partial === 0 ? null : explainGap(gap, this.#runs);
  }

  /** The sums as metrics: `key.name`. */
  metrics(): ReadonlyMap<string, MetricValue | null> {
    return new Map(
      this.#sums
        .state()
        .map(([name, sum]) => [
          `${this.plan.key}.${name}`,
          this.#partial === 0 ? metricValue('count', sum) : null,
        ]),
    );
  }

  report(): ScoreReport {
    const metrics = [...this.metrics()];
    const { why } = this;
    return {
      scorer: this.plan.own?.kind ?? 'module',
      key: this.plan.key,
      tally: Object.fromEntries(this.#sums.state()),
      metrics: Object.fromEntries(metrics.map(([id, value]) => [id, value && metricNumber(value)])),
      ...EMPTY_SCORE,
      units: Object.fromEntries(metrics.map(([id]) => [id, 'count'])),
      ...(why === null
        ? {}
        : { notMeasured: Object.fromEntries(metrics.map(([id]) => [id, why])) }),
    };
  }
}

const ZERO = metricValue('count', 0);
