import { type MetricValue, metricNumber, metricValue, type ScoreReport } from '#core';
import type { ScorerPlan } from '#suite';
import { FoldSums } from './fold-sums.ts';

/** Sums the named integers of a scorer of the user's own. */
export class OwnSums {
  readonly plan: ScorerPlan;
  readonly #sums = new Map<string, number>();
  readonly folds: FoldSums;

  constructor(plan: ScorerPlan) {
    this.plan = plan;
    this.folds = new FoldSums(plan);
  }

  add(outputs: ReadonlyMap<string, number>): void {
    for (const [name, value] of outputs) this.#sums.set(name, (this.#sums.get(name) ?? 0) + value);
    this.folds.addIntegers(outputs);
  }

  #sorted(): readonly (readonly [string, number])[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** The sums as metrics: `key.name`. */
  metrics(): ReadonlyMap<string, MetricValue> {
    return new Map(
      this.#sorted().map(([name, sum]) => [`${this.plan.key}.${name}`, metricValue('count', sum)]),
    );
  }

  report(): ScoreReport {
    const metrics = [...this.metrics()];
    return {
      scorer: this.plan.own?.kind ?? 'module',
      key: this.plan.key,
      tally: Object.fromEntries(this.#sorted()),
      metrics: Object.fromEntries(metrics.map(([id, value]) => [id, metricNumber(value)])),
      calls: [],
      missed: [],
      unexpected: [],
      vacuous: false,
      judged: false,
      callsTotal: {},
      misses: { total: 0, items: [] },
      intervals: {},
      worst: null,
      vacuousRuns: 0,
      purpose: 'score',
      displayName: null,
      units: Object.fromEntries(metrics.map(([id]) => [id, 'count'])),
    };
  }
}
