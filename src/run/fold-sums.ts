import {
  Distribution,
  figuresOfRun,
  type MetricSpec,
  metricsOf,
  type MetricValue,
  metricValue,
  type RunScore,
  type Unit,
} from '#core';
import type { Fold, ScorerPlan } from '#suite';
import { loadFunction } from './load-function.ts';

/** Folds of the per-case outputs of one scorer: exact, whatever order the cases come in. */
export class FoldSums {
  readonly #plan: ScorerPlan;
  readonly #prefix: string;
  readonly #outputs = new Map<string, { unit: Unit; values: Distribution }>();
  readonly #tally = new Map<string, number>();
  readonly #agreement = { same: 0, of: 0 };
  readonly #rows: Record<string, number>[] = [];
  readonly #keepsRows: boolean;
  /** Outputs that some case does not record: their folds are not measured. */
  readonly #unknown = new Set<string>();
  /** Nothing is folded where a case is partial or depends on redacted values: what that does to a fold is not known. */
  #isOpen = false;

  constructor(plan: ScorerPlan) {
    this.#plan = plan;
    this.#prefix = plan.key === null ? '' : `${plan.key}.`;
    this.#keepsRows = plan.folds.some((fold) => fold.kind === 'module');
  }

  /** Adds the outputs of one case of a built-in scorer. */
  add(score: RunScore): void {
    const { scorer } = this.#plan;
    const figures = figuresOfRun(scorer, score);
    if (score.reach !== undefined || score.others !== undefined) this.#isOpen = true;
    this.#addOutputs(metricsOf(scorer, figures));
    figures.forEach(({ gap }, i) => {
      if (gap !== null) this.#unknown.add((scorer.metrics[i] as MetricSpec).id);
    });
    this.#addTally(score.tally);
  }

  /** Adds the named integers of one case of a scorer of the user's own. */
  addIntegers(outputs: ReadonlyMap<string, number>, isPartial: boolean): void {
    if (isPartial) this.#isOpen = true;
    this.#addOutputs(
      new Map([...outputs].map(([name, value]) => [name, metricValue('count', value)])),
    );
    this.#addTally(Object.fromEntries(outputs));
    const [expected, predicted] = [outputs.get('expected'), outputs.get('predicted')];
    if (expected === undefined || predicted === undefined) return;
    this.#agreement.of++;
    if (expected === predicted) this.#agreement.same++;
    this.#addTally({
      tp: predicted === 1 && expected === 1 ? 1 : 0,
      fp: predicted === 1 && expected !== 1 ? 1 : 0,
      fn: predicted !== 1 && expected === 1 ? 1 : 0,
    });
  }

  #addOutputs(outputs: ReadonlyMap<string, MetricValue | null>): void {
    const row: Record<string, number> = {};
    for (const [id, value] of outputs) {
      if (value === null) continue;
      let output = this.#outputs.get(id);
      if (output === undefined)
        this.#outputs.set(id, (output = { unit: value.unit, values: new Distribution() }));
      output.values.add(
        value.unit === 'percent' ? { num: (100n * value.num) / value.den, den: 1 } : value,
      );
      if (this.#keepsRows) row[id] = Number(value.num) / Number(value.den);
    }
    if (this.#keepsRows) this.#rows.push(row);
  }

  #addTally(tally: Readonly<Record<string, number>>): void {
    for (const key of ['tp', 'fp', 'fn']) {
      const count = tally[key];
      if (count !== undefined) this.#tally.set(key, (this.#tally.get(key) ?? 0) + count);
    }
  }

  /** The folded metrics by id, in the order of the suite. */
  async metrics(): Promise<ReadonlyMap<string, MetricValue | null>> {
    const found = new Map<string, MetricValue | null>();
    for (const fold of this.#plan.folds) {
      if (fold.kind === 'module') {
        if (this.#isOpen) {
          found.set(this.#prefix + nameOf(fold), null);
          continue;
        }
        const [id, value] = await this.#foldByModule(fold);
        found.set(this.#prefix + id, value);
      } else
        for (const [id, value] of this.#foldByName(fold.name))
          found.set(this.#prefix + id, this.#isOpen ? null : value);
    }
    return found;
  }

  #foldByName(
    name: (Fold & { kind: 'named' })['name'],
  ): readonly (readonly [string, MetricValue | null])[] {
    const { tp = 0, fp = 0, fn = 0 } = Object.fromEntries(this.#tally);
    const ratio = (num: number, den: number): MetricValue | null =>
      den === 0 ? null : metricValue('ratio', num, den);
    switch (name) {
      case 'precision':
        return [[name, ratio(tp, tp + fp)]];
      case 'recall':
        return [[name, ratio(tp, tp + fn)]];
      case 'f1':
        return [[name, ratio(2 * tp, 2 * tp + fp + fn)]];
      case 'binary_classification':
      case 'multiclass_classification':
        return [[name, ratio(this.#agreement.same, this.#agreement.of)]];
      default:
        return [...this.#outputs].map(([id, { unit, values }]) => [
          `${id}.${name}`,
          this.#unknown.has(id) ? null : foldValues(name, unit, values),
        ]);
    }
  }

  async #foldByModule(
    fold: Fold & { kind: 'module' },
  ): Promise<readonly [string, MetricValue | null]> {
    const run = await loadFunction(fold.path, fold.exportName);
    const value: unknown = await run(this.#rows);
    const name = nameOf(fold);
    if (typeof value !== 'number' || !Number.isFinite(value)) return [name, null];
    const scaled = Math.round(value * 10_000);
    return [name, metricValue('mean', scaled, 10_000)];
  }
}

function foldValues(name: string, unit: Unit, values: Distribution): MetricValue | null {
  const folded: Unit = unit === 'ratio' ? 'ratio' : 'mean';
  switch (name) {
    case 'mean':
      return values.mean(folded);
    case 'std_dev':
      return values.standardDeviation('mean');
    case 'frequency':
      return values.nonZeroShare();
    default:
      return values.extreme(folded, name === 'min' ? 'min' : 'max');
  }
}

function nameOf({ exportName, path }: Fold & { kind: 'module' }): string {
  return exportName === 'default' ? baseName(path) : exportName;
}

function baseName(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
}
