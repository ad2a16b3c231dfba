import type { Sums } from './sums.ts';
import { canonicalJson } from '../json/equal-json.ts';
import { type Figure, figuresOfRun } from './figures.ts';
import type { JsonObject } from '../json/json.ts';
import type { Observation } from '../gates/observation.ts';
import { parseWeight, weightedMetrics, weightNumber } from '../metrics/weight.ts';
import type { RunOrder } from './evidence.ts';
import type { RunSource } from '../run-evidence/run-source.ts';
import type { RunScore } from '../scoring/scorer.ts';
import { type StratifiedShare, stratifiedShare } from '../statistics/stratified.ts';
import { metricNumber, metricValue } from '../metrics/metric.ts';
import type { Weighting } from '../report/report.ts';
import type { ScorerPlan } from './plan.ts';

/** The row of a case, and the place of the case, whichever of its runs is meant. */
export interface CaseRow {
  readonly value: JsonObject;
  readonly order: RunOrder;
  /** Where its run was found; absent where nothing is to be said of that. */
  readonly source?: RunSource;
}

/** A case while its runs come in: k of n for each share that is reweighted. */
interface CaseSums {
  readonly weight: bigint;
  readonly stratum: string;
  readonly k: number[];
  readonly n: number[];
  /** The runs of the case that pass. */
  readonly passing: { k: number; n: number };
}

/** Reweighted shares as plain data. */
export interface WeightedState {
  readonly cases: readonly (readonly [order: RunOrder, sums: CaseSums])[];
  readonly unweighted: readonly RunOrder[];
  readonly unknown: readonly number[];
}

/** What a gate on a reweighted share is judged by. */
type Weighted = Omit<Observation, 'unmeasured'>;

/** By which column shares are reweighted, and whether the plain ids are the reweighted ones. */
export interface WeightChoice {
  readonly column: string;
  readonly isHeadline: boolean;
}

/** Reweights the shares of an eval by a column of its rows. A case counts once, however often it ran. */
export class WeightedSums implements Sums<WeightedState> {
  /** Chosen before the first row is added. */
  choice: WeightChoice = { column: 'weight', isHeadline: false };
  readonly #plans: readonly ScorerPlan[];
  readonly #cases = new Map<RunOrder, CaseSums>();
  readonly #unweighted = new Set<RunOrder>();
  /** Places of shares that redacted values, or further calls of a partial run, could move. */
  readonly #unknown = new Set<number>();

  constructor(plans: readonly ScorerPlan[]) {
    this.#plans = plans;
  }

  /** Adds a measured run of a case: its scores, one for each plan. */
  add({ value, order }: CaseRow, scores: readonly RunScore[], isPerfect: boolean | null): void {
    const sums = this.#cases.get(order) ?? this.#open(value, order);
    if (sums === null) return;
    if (isPerfect !== null) {
      sums.passing.k += isPerfect ? 1 : 0;
      sums.passing.n++;
    }
    let at = 0;
    for (const [i, { scorer }] of this.#plans.entries()) {
      const score = scores[i] as RunScore;
      const derived = figuresOfRun(scorer, score);
      for (const [j, { proportion }] of scorer.metrics.entries()) {
        if (!proportion) continue;
        const { value, gap } = derived[j] as Figure;
        if (gap !== null && (score.reach ?? score.others) !== undefined) this.#unknown.add(at);
        sums.k[at] = (sums.k[at] ?? 0) + Number(value?.num ?? 0);
        sums.n[at] = (sums.n[at] ?? 0) + Number(value?.den ?? 0);
        at++;
      }
    }
  }

  #open(value: JsonObject, order: RunOrder): CaseSums | null {
    const { column } = this.choice;
    const { stratum = null } = value;
    const weight = parseWeight(Object.hasOwn(value, column) ? value[column] : undefined);
    if (weight === null) {
      this.#unweighted.add(order);
      return null;
    }
    const passing = { k: 0, n: 0 };
    const sums = { weight, stratum: canonicalJson(stratum), k: [], n: [], passing };
    this.#cases.set(order, sums);
    return sums;
  }

  state(): WeightedState {
    return {
      cases: this.#inOrder().map(([order, { k, n, passing, ...sums }]) => [
        order,
        { ...sums, k: [...k], n: [...n], passing: { ...passing } },
      ]),
      unweighted: [...this.#unweighted].sort((a, b) => a - b),
      unknown: [...this.#unknown].sort((a, b) => a - b),
    };
  }

  merge({ cases, unweighted, unknown }: WeightedState): void {
    for (const [order, { weight, stratum, k, n, passing }] of cases) {
      const known = this.#cases.get(order);
      const sums = known ?? { weight, stratum, k: [], n: [], passing: { k: 0, n: 0 } };
      this.#cases.set(order, sums);
      for (const [at, count] of k.entries()) sums.k[at] = (sums.k[at] ?? 0) + count;
      for (const [at, count] of n.entries()) sums.n[at] = (sums.n[at] ?? 0) + count;
      sums.passing.k += passing.k;
      sums.passing.n += passing.n;
    }
    for (const order of unweighted) this.#unweighted.add(order);
    for (const at of unknown) this.#unknown.add(at);
  }

  #inOrder(): readonly (readonly [RunOrder, CaseSums])[] {
    return [...this.#cases].sort(([a], [b]) => a - b);
  }

  /** How many cases have no weight, where one is needed or others have one. */
  get missing(): number {
    return this.#cases.size === 0 && !this.choice.isHeadline ? 0 : this.#unweighted.size;
  }

  /** Whether every case has a weight. */
  get isComplete(): boolean {
    return this.#cases.size > 0 && this.#unweighted.size === 0;
  }

  /** The weight of a measured case; null where it has none. */
  weightAt(order: RunOrder): number | null {
    const sums = this.#cases.get(order);
    return sums === undefined ? null : weightNumber(sums.weight);
  }

  /** What a report says of the weights; null where the plain ids are not reweighted. */
  report(): Weighting | null {
    const { column, isHeadline } = this.choice;
    if (!isHeadline) return null;
    const cases = [...this.#cases.values()];
    const share = this.isComplete
      ? stratifiedShare(cases.map((caseSums) => ({ ...caseSums, ...caseSums.passing })))
      : null;
    if (share === null) return { column, passing: { rate: null, interval: null }, effective: null };
    const { num, den, effective, interval } = share;
    const rate = metricNumber(metricValue('ratio', num, den));
    // One decimal, rounded down: an interval must not promise too much.
    return { column, passing: { rate, interval }, effective: tenths(effective) };
  }

  /** The reweighted shares of each plan, by id; nothing is known of them where a case has no weight. */
  metrics(): ReadonlyMap<ScorerPlan, ReadonlyMap<string, Weighted>> {
    let at = 0;
    return new Map(
      this.#plans.map((plan) => {
        const prefix = plan.key === null ? '' : `${plan.key}.`;
        const metrics = weightedMetrics(plan.scorer).map((spec) => {
          const isOpen = this.#unknown.has(at);
          const share = this.isComplete && !isOpen ? this.#shareAt(at) : null;
          at++;
          const why = isOpen ? 'some runs are partial or redacted' : 'not every row has a weight';
          const id = prefix + spec.id;
          return [id, observe({ ...spec, id }, share, why)] as const;
        });
        return [plan, new Map(metrics)];
      }),
    );
  }

  #shareAt(at: number): StratifiedShare | null {
    const cases = [...this.#cases.values()];
    return stratifiedShare(
      cases.map(({ weight, stratum, k, n }) => ({ weight, stratum, k: k[at] ?? 0, n: n[at] ?? 0 })),
    );
  }
}

function tenths({ num, den }: { readonly num: bigint; readonly den: bigint }): number {
  return Number((10n * num) / den) / 10;
}

function observe(spec: Observation['spec'], share: StratifiedShare | null, why: string): Weighted {
  if (share === null) return { spec, value: null, interval: null, why };
  const { num, den, effective, interval } = share;
  return { spec, value: metricValue('ratio', num, den), interval, effective };
}
