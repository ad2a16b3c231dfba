import {
  classOfOutput,
  columnOf,
  type FoldEntry,
  foldValues,
  NOT_MEASURED,
  numberOf,
  readAnswer,
} from './fold-values.ts';
import { Distribution, type ValueCount } from './distribution.ts';
import { figuresOfRun } from './figures.ts';
import type { JsonObject } from '../json/json.ts';
import { type MetricSpec, type MetricValue, metricValue, type Unit } from '../metrics/metric.ts';
import { metricsOf } from './accumulator.ts';
import type { RunScore } from '../scoring/scorer.ts';
import {
  type CodeFold,
  type CountsFold,
  type Fold,
  moduleFoldName,
  type OutputFold,
} from './fold.ts';
import type { ScorerPlan } from './plan.ts';
import { classOf, formatFraction } from './class-of.ts';
import { ClassSums, type ClassSumsState, type Folded } from './class-sums.ts';
import type { RunOrder } from './evidence.ts';
import { NameCounts, type NameCountsState } from './name-counts.ts';
import type { Sums } from './sums.ts';
import { joinFolds } from './metric-clashes.ts';

/** A fold by code of the user, and what it is called with: the outputs of all cases. */
export interface CodeFoldInput {
  readonly fold: CodeFold;
  readonly rows: readonly Readonly<Record<string, number>>[];
}

/** What code of the user returned for its folds. */
export type CodeFoldOutputs = ReadonlyMap<Fold, unknown>;

/** The outputs of a case, and its place. */
interface FoldRow {
  readonly order: RunOrder;
  readonly row: Readonly<Record<string, number>>;
}

/** The sum of a count, and how many cases have it. */
interface CountSum {
  readonly sum: bigint;
  readonly cases: number;
}

/** Folds as plain data. */
export interface FoldSumsState {
  readonly outputs: readonly {
    readonly id: string;
    readonly unit: Unit;
    readonly values: readonly ValueCount[];
  }[];
  readonly tally: NameCountsState;
  readonly agreement: { readonly same: number; readonly of: number };
  readonly rows: readonly FoldRow[];
  readonly counts: readonly (readonly [name: string, sum: CountSum])[];
  readonly classes: readonly ClassSumsState[];
  readonly cases: number;
  readonly unknown: readonly string[];
  readonly isOpen: boolean;
}

/** Folds of the per-case outputs of one scorer: exact, whatever order the cases come in. */
export class FoldSums implements Sums<FoldSumsState> {
  readonly #plan: ScorerPlan;
  readonly #prefix: string;
  readonly #outputs = new Map<string, { unit: Unit; values: Distribution }>();
  readonly #tally = new NameCounts();
  readonly #agreement = { same: 0, of: 0 };
  readonly #rows: FoldRow[] = [];
  readonly #keepsRows: boolean;
  /** Sums of the integers of a case: of those that it has in every case. */
  readonly #counts = new Map<string, CountSum>();
  readonly #classes = new Map<Fold, ClassSums>();
  #cases = 0;
  /** Outputs that some case does not record: their folds are not measured. */
  readonly #unknown = new Set<string>();
  /** Nothing is folded where a case is partial or depends on redacted values: what that does to a fold is not known. */
  #isOpen = false;

  constructor(plan: ScorerPlan) {
    this.#plan = plan;
    this.#prefix = plan.key === null ? '' : `${plan.key}.`;
    this.#keepsRows = plan.folds.some(isCode);
    for (const fold of plan.folds)
      if (fold.kind === 'classes') this.#classes.set(fold, new ClassSums(fold));
  }

  /** Adds the outputs of one case of a built-in scorer. */
  add(order: RunOrder, score: RunScore, row: JsonObject | null): void {
    const { scorer } = this.#plan;
    const figures = figuresOfRun(scorer, score);
    if (score.reach !== undefined || score.others !== undefined) this.#isOpen = true;
    const outputs = metricsOf(scorer, figures);
    this.#addOutputs(order, outputs);
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
    order: RunOrder,
    outputs: ReadonlyMap<string, number>,
    isPartial: boolean,
    row: JsonObject | null,
  ): void {
    if (isPartial) this.#isOpen = true;
    const values = new Map(
      [...outputs].map(([name, value]) => [name, metricValue('count', value)]),
    );
    this.#addOutputs(order, values);
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

  #addOutputs(order: RunOrder, outputs: ReadonlyMap<string, MetricValue | null>): void {
    const row: Record<string, number> = {};
    for (const [id, value] of outputs) {
      if (value === null) continue;
      this.#outputOf(id, value.unit).values.add(
        value.unit === 'percent' ? { num: (100n * value.num) / value.den, den: 1 } : value,
      );
      if (this.#keepsRows) row[id] = Number(value.num) / Number(value.den);
    }
    if (this.#keepsRows) this.#rows.push({ order, row });
  }

  #addCounts(
    outputs: ReadonlyMap<string, MetricValue | null>,
    tally: Readonly<Record<string, number>>,
  ): void {
    this.#cases++;
    const counts = new Map(Object.entries(tally).map(([name, value]) => [name, BigInt(value)]));
    for (const [id, value] of outputs)
      if (value !== null && value.den === 1n) counts.set(id, value.num);
    for (const [name, sum] of counts) this.#addCount(name, { sum, cases: 1 });
  }

  #addTally(tally: Readonly<Record<string, number>>): void {
    for (const key of ['tp', 'fp', 'fn']) {
      const count = tally[key];
      if (count !== undefined) this.#tally.add(key, count);
    }
  }

  #sortedRows(): readonly FoldRow[] {
    return this.#rows.toSorted((a, b) => a.order - b.order);
  }

  state(): FoldSumsState {
    const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
      a < b ? -1 : 1;
    return {
      outputs: [...this.#outputs]
        .sort(byName)
        .map(([id, { unit, values }]) => ({ id, unit, values: values.state() })),
      tally: this.#tally.state(),
      agreement: { ...this.#agreement },
      rows: this.#sortedRows(),
      counts: [...this.#counts].sort(byName),
      classes: [...this.#classes.values()].map((sums) => sums.state()),
      cases: this.#cases,
      unknown: [...this.#unknown].sort(),
      isOpen: this.#isOpen,
    };
  }

  merge(state: FoldSumsState): void {
    for (const { id, unit, values } of state.outputs) this.#outputOf(id, unit).values.merge(values);
    this.#tally.merge(state.tally);
    this.#agreement.same += state.agreement.same;
    this.#agreement.of += state.agreement.of;
    this.#rows.push(...state.rows);
    for (const [name, counts] of state.counts) this.#addCount(name, counts);
    [...this.#classes.values()].forEach((sums, i) =>
      sums.merge(state.classes[i] as ClassSumsState),
    );
    this.#cases += state.cases;
    for (const id of state.unknown) this.#unknown.add(id);
    this.#isOpen ||= state.isOpen;
  }

  #outputOf(id: string, unit: Unit): { unit: Unit; values: Distribution } {
    let output = this.#outputs.get(id);
    if (output === undefined)
      this.#outputs.set(id, (output = { unit, values: new Distribution() }));
    return output;
  }

  #addCount(name: string, { sum, cases }: CountSum): void {
    const known = this.#counts.get(name) ?? { sum: 0n, cases: 0 };
    this.#counts.set(name, { sum: known.sum + sum, cases: known.cases + cases });
  }

  /** The folds by code of the user, with the outputs of all cases; none where something is not measured. */
  codeFolds(): readonly CodeFoldInput[] {
    if (this.#isOpen) return [];
    const rows = this.#sortedRows().map(({ row }) => row);
    return this.#plan.folds.flatMap((fold) => (isCode(fold) ? [{ fold, rows }] : []));
  }

  /**
   * The folded metrics by id, in the order of the suite; `gated` are the ids that gates name, `computed` what code of the
   * user returned.
   */
  metrics(gated: readonly string[], computed: CodeFoldOutputs): ReadonlyMap<string, Folded> {
    const own = gated.filter((id) => id.startsWith(this.#prefix));
    const asked = own.map((id) => id.slice(this.#prefix.length));
    const entries: FoldEntry[] = [];
    for (const fold of this.#plan.folds)
      for (const [id, folded] of this.#fold(fold, asked, computed))
        entries.push([this.#prefix + id, this.#isOpen ? NOT_MEASURED : folded]);
    return joinFolds(entries);
  }

  #fold(fold: Fold, asked: readonly string[], computed: CodeFoldOutputs): readonly FoldEntry[] {
    switch (fold.kind) {
      case 'module':
        return [[moduleFoldName(fold), numberOf(computed.get(fold))]];
      case 'python':
        return readAnswer(computed.get(fold), fold.id);
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

  #foldOutput({ name, field, id }: OutputFold, asked: readonly string[]): readonly FoldEntry[] {
    const output = this.#outputs.get(field);
    const isMeasured = output !== undefined && !this.#unknown.has(field);
    if (name !== 'frequency') {
      if (isMeasured) return [[id, { value: foldValues(name, output.unit, output.values) }]];
      return [[id, { value: null, why: `not every row has ${field}` }]];
    }
    const counts = new Map<string, number>();
    for (const { num, den, count } of output?.values.state() ?? []) {
      const value = formatFraction(num, den);
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
    for (const metric of asked) {
      const value = metric.startsWith(`${id}_`) ? metric.slice(id.length + 1) : '';
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
    const [tp = 0, fp = 0, fn = 0] = ['tp', 'fp', 'fn'].map((key) => this.#tally.of(key));
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
}

function isCode(fold: Fold): fold is CodeFold {
  return fold.kind === 'module' || fold.kind === 'python';
}
