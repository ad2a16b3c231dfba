import {
  Distribution,
  figuresOfRun,
  type JsonObject,
  type MetricSpec,
  metricsOf,
  type MetricValue,
  metricValue,
  type RunScore,
  type Unit,
} from '#core';
import {
  type CountsFold,
  type Fold,
  moduleFoldName,
  type OutputFold,
  type ScorerPlan,
} from '#suite';
import { classOf, formatFraction } from './class-of.ts';
import { ClassSums, type Folded } from './class-sums.ts';
import { loadFunction } from './load-function.ts';
import { joinFolds } from './metric-clashes.ts';
import { computeInPython } from './python-metric.ts';

type Entry = readonly [string, Folded];

/** Folds of the per-case outputs of one scorer: exact, whatever order the cases come in. */
export class FoldSums {
  readonly #plan: ScorerPlan;
  readonly #prefix: string;
  readonly #outputs = new Map<string, { unit: Unit; values: Distribution }>();
  readonly #tally = new Map<string, number>();
  readonly #agreement = { same: 0, of: 0 };
  readonly #rows: Record<string, number>[] = [];
  readonly #keepsRows: boolean;
  /** Sums of the integers of a case: of those that it has in every case. */
  readonly #counts = new Map<string, { sum: bigint; cases: number }>();
  readonly #classes = new Map<Fold, ClassSums>();
  #cases = 0;
  /** Outputs that some case does not record: their folds are not measured. */
  readonly #unknown = new Set<string>();
  /** Nothing is folded where a case is partial or depends on redacted values: what that does to a fold is not known. */
  #isOpen = false;

  constructor(plan: ScorerPlan) {
    this.#plan = plan;
    this.#prefix = plan.key === null ? '' : `${plan.key}.`;
    this.#keepsRows = plan.folds.some(({ kind }) => kind === 'module' || kind === 'python');
    for (const fold of plan.folds)
      if (fold.kind === 'classes') this.#classes.set(fold, new ClassSums(fold));
  }

  /** Adds the outputs of one case of a built-in scorer. */
  add(score: RunScore, row: JsonObject | null): void {
    const { scorer } = this.#plan;
    const figures = figuresOfRun(scorer, score);
    if (score.reach !== undefined || score.others !== undefined) this.#isOpen = true;
    const outputs = metricsOf(scorer, figures);
    this.#addOutputs(outputs);
    this.#addCounts(outputs, score.tally);
    for (const [fold, sums] of this.#classes)
      if (fold.kind === 'classes')
        sums.add(classOfOutput(outputs.get(fold.prediction)), columnOf(row, fold.truth));
    figures.forEach(({ gap }, i) => {
      if (gap !== null) this.#unknown.add((scorer.metrics[i] as MetricSpec).id);
    });
    this.#addTally(score.tally);
  }

  /** Adds the named integers of one case of a scorer of the user's own. */
  addIntegers(
    outputs: ReadonlyMap<string, number>,
    isPartial: boolean,
    row: JsonObject | null,
  ): void {
    if (isPartial) this.#isOpen = true;
    const values = new Map(
      [...outputs].map(([name, value]) => [name, metricValue('count', value)]),
    );
    this.#addOutputs(values);
    this.#addCounts(values, {});
    for (const [fold, sums] of this.#classes) {
      if (fold.kind !== 'classes') continue;
      const truth = outputs.get(fold.truth) ?? columnOf(row, fold.truth);
      sums.add(classOf(outputs.get(fold.prediction)), truth);
    }
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

  #addCounts(
    outputs: ReadonlyMap<string, MetricValue | null>,
    tally: Readonly<Record<string, number>>,
  ): void {
    this.#cases++;
    const counts = new Map(Object.entries(tally).map(([name, value]) => [name, BigInt(value)]));
    for (const [id, value] of outputs)
      if (value !== null && value.den === 1n) counts.set(id, value.num);
    for (const [name, value] of counts) {
      const { sum, cases } = this.#counts.get(name) ?? { sum: 0n, cases: 0 };
      this.#counts.set(name, { sum: sum + value, cases: cases + 1 });
    }
  }

  #addTally(tally: Readonly<Record<string, number>>): void {
    for (const key of ['tp', 'fp', 'fn']) {
      const count = tally[key];
      if (count !== undefined) this.#tally.set(key, (this.#tally.get(key) ?? 0) + count);
    }
  }

  /** The folded metrics by id, in the order of the suite; `gated` are the ids that gates name. */
  async metrics(gated: readonly string[]): Promise<ReadonlyMap<string, Folded>> {
    const own = gated.filter((id) => id.startsWith(this.#prefix));
    const asked = own.map((id) => id.slice(this.#prefix.length));
    const entries: Entry[] = [];
    for (const fold of this.#plan.folds)
      for (const [id, folded] of await this.#fold(fold, asked))
        entries.push([this.#prefix + id, this.#isOpen ? NOT_MEASURED : folded]);
    return joinFolds(entries);
  }

  async #fold(fold: Fold, asked: readonly string[]): Promise<readonly Entry[]> {
    switch (fold.kind) {
      case 'module':
        if (this.#isOpen) return [[moduleFoldName(fold), NOT_MEASURED]];
        return [await this.#foldByModule(fold)];
      case 'python':
        if (this.#isOpen) return [];
        return readAnswer(await computeInPython(fold, this.#rows), fold.id);
      case 'classes':
        return this.#classes.get(fold)?.metrics(asked) ?? [];
      case 'counts':
        return [[fold.id, this.#foldCounts(fold)]];
      case 'output':
        return this.#foldOutput(fold, asked);
      default:
        return this.#foldByName(fold.name).map(([id, value]) => [id, { value }]);
    }
  }

  /** A ratio of sums; a count that some case does not have is not measured. */
  #foldCounts({ name, tp, fp, fn }: CountsFold): Folded {
    const isMissing = (field: string): boolean =>
      field !== '' && (this.#unknown.has(field) || this.#counts.get(field)?.cases !== this.#cases);
    const missing = [tp, fp, fn].find(isMissing);
    if (missing !== undefined) return { value: null, why: `not every row has ${missing}` };
    const [hits = 0n, wrong = 0n, lost = 0n] = [tp, fp, fn].map((field) =>
      field === '' ? 0n : (this.#counts.get(field)?.sum ?? 0n),
    );
    const twice = name === 'f1' ? 2n * hits : hits;
    const others = (name === 'recall' ? 0n : wrong) + (name === 'precision' ? 0n : lost);
    if (twice + others <= 0n) return { value: null, why: 'nothing was counted' };
    return { value: metricValue('ratio', twice, twice + others) };
  }

  #foldOutput({ name, field, id }: OutputFold, asked: readonly string[]): readonly Entry[] {
    const output = this.#outputs.get(field);
    const isMeasured = output !== undefined && !this.#unknown.has(field);
    if (name !== 'frequency') {
      if (isMeasured) return [[id, { value: foldValues(name, output.unit, output.values) }]];
      return [[id, { value: null, why: `not every row has ${field}` }]];
    }
    const counts = new Map<string, number>();
    for (const { num, den, count } of output?.values.save() ?? []) {
      const value = formatFraction(num, den);
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
    for (const one of asked) {
      const value = one.startsWith(`${id}_`) ? one.slice(id.length + 1) : '';
      if (value !== '') counts.set(value, counts.get(classOf(value) ?? value) ?? 0);
    }
    const share = (count: number): Folded =>
      isMeasured ? { value: metricValue('ratio', count, output.values.total) } : NOT_MEASURED;
    const nonZero = isMeasured ? output.values.nonZeroShare() : null;
    return [
      [`${id}.frequency`, { value: nonZero }],
      ...[...counts]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([value, count]) => [`${id}_${value}`, share(count)] as const),
    ];
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

  async #foldByModule(fold: Fold & { kind: 'module' }): Promise<Entry> {
    const run = await loadFunction(fold.path, fold.exportName);
    return [moduleFoldName(fold), numberOf(await run(this.#rows))];
  }
}

const NOT_MEASURED: Folded = { value: null };

/** A number of the user's own code, to four decimals. */
function numberOf(value: unknown): Folded {
  if (typeof value !== 'number' || !Number.isFinite(value)) return NOT_MEASURED;
  return { value: metricValue('mean', Math.round(value * 10_000), 10_000) };
}

/** Names with numbers, as Python returns them. */
function readAnswer(answer: JsonObject, prefix: string): readonly Entry[] {
  return Object.entries(answer).map(([name, value]) => [
    prefix + name,
    numberOf(typeof value === 'boolean' ? Number(value) : value),
  ]);
}

/** The class that an output stands for: a percent as the whole number that is shown. */
function classOfOutput(value: MetricValue | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return value.unit === 'percent'
    ? String((100n * value.num) / value.den)
    : formatFraction(value.num, value.den);
}

function columnOf(row: JsonObject | null, name: string): unknown {
  return row !== null && Object.hasOwn(row, name) ? row[name] : null;
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
