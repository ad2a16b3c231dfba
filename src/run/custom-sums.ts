import {
  explainGap,
  type JsonObject,
  type MetricValue,
  metricNumber,
  metricValue,
  type ScoreReport,
} from '#core';
import type { ScorerPlan } from '#suite';
import { FoldSums } from './fold-sums.ts';

/** Sums the named integers of a scorer of the user's own. */
export class CustomSums {
  readonly plan: ScorerPlan;
  readonly #sums = new Map<string, number>();
  readonly folds: FoldSums;
  #partial = 0;
  #runs = 0;

  constructor(plan: ScorerPlan) {
    this.plan = plan;
    this.folds = new FoldSums(plan);
  }

  add(outputs: ReadonlyMap<string, number>, isPartial: boolean, row: JsonObject | null): void {
    this.#runs++;
    if (isPartial) this.#partial++;
    for (const [name, value] of outputs) this.#sums.set(name, (this.#sums.get(name) ?? 0) + value);
    this.folds.addIntegers(outputs, isPartial, row);
  }

  /** Why the sums are not measured; null where they are. How further calls would move them is not known. */
  get why(): string | null {
    const gap = { runs: 0, needs: '', partial: this.#partial, low: ZERO, high: null };
    return this.#partial === 0 ? null : explainGap(gap, this.#runs);
  }

  #sorted(): readonly (readonly [string, number])[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** The sums as metrics: `key.name`. */
  metrics(): ReadonlyMap<string, MetricValue | null> {
    return new Map(
      this.#sorted().map(([name, sum]) => [
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
      tally: Object.fromEntries(this.#sorted()),
      metrics: Object.fromEntries(metrics.map(([id, value]) => [id, value && metricNumber(value)])),
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
      ...(why === null
        ? {}
        : { notMeasured: Object.fromEntries(metrics.map(([id]) => [id, why])) }),
    };
  }
}

const ZERO = metricValue('count', 0);
