import type { TagReport, TagScore } from '../report/report.ts';
import { shareReport } from '../report/share-report.ts';
import type { CompiledScorer, Gap, RunScore } from '../scoring/scorer.ts';
import type { MetricValue } from '../metrics/metric.ts';
import { compareText } from '../text/compare-text.ts';
import { Accumulator, type AccumulatorState } from './accumulator.ts';
import type { RunOrder } from './evidence.ts';
import type { MeasurePlan, ScorerPlan } from './plan.ts';
import { TAGS_COLUMN, tagsOfRow } from './row-tags.ts';
import type { Sums } from './sums.ts';
import type { CaseRow } from './weighted-sums.ts';

/** More different tags than these are ids or free text: nothing is reported of them. */
const MAX_TAGS = 200;

/** What was summed of the rows with a tag. */
interface OneTag {
  readonly cases: Set<RunOrder>;
  readonly sums: readonly Accumulator[];
  /** Runs that pass, of those of which that is known. */
  readonly passing: { k: number; n: number };
  errors: number;
}

/** The sums of tags as plain data. */
export interface TagSumsState {
  readonly tags: readonly (readonly [
    tag: string,
    state: {
      readonly cases: readonly RunOrder[];
      readonly sums: readonly AccumulatorState[];
      readonly passing: { readonly k: number; readonly n: number };
      readonly errors: number;
    },
  ])[];
  readonly unusable: readonly RunOrder[];
  readonly unread: number;
}

/** What a gate on the metric of a tag is judged by. */
export interface TagFigures {
  readonly metrics: ReadonlyMap<string, MetricValue | null>;
  readonly gaps: ReadonlyMap<string, Gap>;
  readonly score: TagScore;
  readonly runs: number;
  /** Runs of the tag that could not be measured, those included whose tags were not read. */
  readonly errors: number;
}

/** Sums the scorers of an eval over the rows of each tag. A row with several tags counts for each of them. */
export class TagSums implements Sums<TagSumsState> {
  readonly #plans: readonly ScorerPlan[];
  /** Null: tags are not asked for. */
  readonly column: string | null;
  readonly #tags = new Map<string, OneTag>();
  /** Rows whose tags cannot be used. */
  readonly #unusable = new Set<RunOrder>();
  /** Runs without a row, which may have any tag. */
  #unread = 0;

  constructor(plans: readonly ScorerPlan[], column: string | null) {
    this.#plans = plans;
    this.column = column;
  }

  /** Adds a measured run: its scores, one for each plan. */
  add(
    row: CaseRow,
    compiled: readonly CompiledScorer[],
    scores: readonly RunScore[],
    isPerfect: boolean | null,
  ): void {
    for (const tagSums of this.#tagsOf(row)) {
      tagSums.cases.add(row.order);
      tagSums.sums.forEach((sums, i) =>
        sums.addAlike(compiled[i] as CompiledScorer, scores[i] as RunScore, NO_EVIDENCE),
      );
      if (isPerfect === null) continue;
      tagSums.passing.k += isPerfect ? 1 : 0;
      tagSums.passing.n++;
    }
  }

  /** Adds a run that could not be measured. */
  addError(row: CaseRow | null): void {
    if (row === null) this.#unread++;
    else {
      for (const tagSums of this.#tagsOf(row)) {
        tagSums.cases.add(row.order);
        tagSums.errors++;
      }
    }
  }

  #tagsOf({ value, order }: CaseRow): readonly OneTag[] {
    if (this.column === null) return [];
    const tags = tagsOfRow(value, this.column);
    if (tags === null) this.#unusable.add(order);
    return (tags ?? []).map((tag) => this.#open(tag));
  }

  #open(tag: string): OneTag {
    let tagSums = this.#tags.get(tag);
    if (tagSums === undefined) {
      const sums = this.#plans.map(({ scorer }) => new Accumulator(scorer, { hasTexts: false }));
      tagSums = { cases: new Set(), sums, passing: { k: 0, n: 0 }, errors: 0 };
      this.#tags.set(tag, tagSums);
    }
    return tagSums;
  }

  state(): TagSumsState {
    return {
      tags: this.#inOrder().map(([tag, { cases, sums, passing, errors }]) => [
        tag,
        {
          cases: [...cases].sort((a, b) => a - b),
          sums: sums.map((accumulator) => accumulator.state()),
          passing: { ...passing },
          errors,
        },
      ]),
      unusable: [...this.#unusable].sort((a, b) => a - b),
      unread: this.#unread,
    };
  }

  merge({ tags, unusable, unread }: TagSumsState): void {
    for (const [tag, { cases, sums, passing, errors }] of tags) {
      const tagSums = this.#open(tag);
      for (const order of cases) tagSums.cases.add(order);
      tagSums.sums.forEach((own, i) => own.merge(sums[i] as AccumulatorState));
      tagSums.passing.k += passing.k;
      tagSums.passing.n += passing.n;
      tagSums.errors += errors;
    }
    for (const order of unusable) this.#unusable.add(order);
    this.#unread += unread;
  }

  #inOrder(): readonly (readonly [string, OneTag])[] {
    return [...this.#tags].sort(([a], [b]) => compareText(a, b));
  }

  /** Why nothing is reported of tags; null where something is. */
  get fault(): string | null {
    if (this.#unusable.size > 0) {
      const rows = this.#unusable.size === 1 ? '1 row has' : `${this.#unusable.size} rows have`;
      return `${rows} tags that are neither text nor a list of texts`;
    }
    if (this.#tags.size <= MAX_TAGS) return null;
    return `there are ${this.#tags.size} different tags, and at most ${MAX_TAGS} are reported`;
  }

  /** The tags that rows have, in the order of reports. */
  get names(): readonly string[] {
    return this.#inOrder().map(([tag]) => tag);
  }

  /** What a gate on a tag is judged by, of the scorer at this place; null where no row has the tag. */
  figuresOf(tag: string, part: number): TagFigures | null {
    const tagSums = this.#tags.get(tag);
    const sums = tagSums?.sums[part];
    if (tagSums === undefined || sums === undefined) return null;
    return {
      metrics: sums.metrics(),
      gaps: sums.gaps(),
      score: this.#scoreOf(part, sums),
      runs: sums.runs,
      errors: tagSums.errors + this.#unread,
    };
  }

  /** The figures of each tag; none where something is wrong with the tags. */
  report(): readonly TagReport[] {
    if (this.fault !== null) return [];
    return this.#inOrder().map(([tag, { cases, sums, passing, errors }]) => ({
      tag,
      cases: cases.size,
      runs: sums[0]?.runs ?? passing.n,
      errors,
      passing: shareReport(passing.k, passing.n),
      scores: sums.map((accumulator, i) => this.#scoreOf(i, accumulator)),
    }));
  }

  #scoreOf(part: number, sums: Accumulator): TagScore {
    const { key } = this.#plans[part] as ScorerPlan;
    const { scorer, tally, metrics, units, intervals, notMeasured } = sums.report(key, NAMELESS);
    return {
      scorer,
      key,
      tally,
      metrics,
      units,
      intervals,
      ...(notMeasured === undefined ? {} : { notMeasured }),
    };
  }
}

/** The column that has the tags of an eval's rows; null where they are not asked for. */
export function tagsColumnOf({ tagsColumn }: Pick<MeasurePlan, 'tagsColumn'>): string | null {
  return tagsColumn === 'none' ? null : (tagsColumn ?? TAGS_COLUMN);
}

const NO_EVIDENCE = { times: 1, first: null } as const;
const NAMELESS = (): { readonly case: string } => ({ case: '' });
