import {
  canonicalJson,
  type JsonObject,
  type Observation,
  parseWeight,
  type RunOrder,
  type RunScore,
  type StratifiedShare,
  stratifiedShare,
  metricValue,
  weightedMetrics,
} from '#core';
import type { ScorerPlan } from '#suite';

/** The row of a case, and where the case stands, whichever of its runs is meant. */
export interface CaseRow {
  readonly value: JsonObject;
  readonly order: RunOrder;
}

/** A case while its runs come in: k of n for each share that is reweighted. */
interface Sums {
  readonly weight: bigint;
  readonly stratum: string;
  readonly k: number[];
  readonly n: number[];
}

/** What a gate on a reweighted share is judged by. */
type Weighted = Omit<Observation, 'unmeasured'>;

/** Reweights the shares of an eval by the `weight` of its rows. A case counts once, however often it ran. */
export class WeightedSums {
  readonly #plans: readonly ScorerPlan[];
  readonly #cases = new Map<RunOrder, Sums>();
  readonly #unweighted = new Set<RunOrder>();

  constructor(plans: readonly ScorerPlan[]) {
    this.#plans = plans;
  }

  /** Adds a measured run of a case: its scores, one for each plan. */
  add({ value, order }: CaseRow, scores: readonly RunScore[]): void {
    const sums = this.#cases.get(order) ?? this.#open(value, order);
    if (sums === null) return;
    let at = 0;
    for (const [i, { scorer }] of this.#plans.entries()) {
      const derived = scorer.derive((scores[i] as RunScore).tally, 1);
      for (const [j, { proportion }] of scorer.metrics.entries()) {
        if (!proportion) continue;
        sums.k[at] = (sums.k[at] ?? 0) + Number(derived[j]?.num ?? 0);
        sums.n[at] = (sums.n[at] ?? 0) + Number(derived[j]?.den ?? 0);
        at++;
      }
    }
  }

  #open({ weight: written, stratum = null }: JsonObject, order: RunOrder): Sums | null {
    const weight = parseWeight(written);
    if (weight === null) {
      this.#unweighted.add(order);
      return null;
    }
    const sums = { weight, stratum: canonicalJson(stratum), k: [], n: [] };
    this.#cases.set(order, sums);
    return sums;
  }

  /** How many cases have no weight, where others have one. */
  get missing(): number {
    return this.#cases.size === 0 ? 0 : this.#unweighted.size;
  }

  /** Whether every case has a weight. */
  get isComplete(): boolean {
    return this.#cases.size > 0 && this.#unweighted.size === 0;
  }

  /** The reweighted shares of each plan, by id; nothing is known of them where a case has no weight. */
  metrics(): ReadonlyMap<ScorerPlan, ReadonlyMap<string, Weighted>> {
    let at = 0;
    return new Map(
      this.#plans.map((plan) => {
        const prefix = plan.key === null ? '' : `${plan.key}.`;
        const found = weightedMetrics(plan.scorer).map((spec) => {
          const share = this.isComplete ? this.#shareAt(at) : null;
          at++;
          return [prefix + spec.id, observe({ ...spec, id: prefix + spec.id }, share)] as const;
        });
        return [plan, new Map(found)];
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

function observe(spec: Observation['spec'], share: StratifiedShare | null): Weighted {
  if (share === null)
    return { spec, value: null, interval: null, why: 'not every row has a weight' };
  const { num, den, effective, interval } = share;
  return { spec, value: metricValue('ratio', num, den), interval, effective };
}
