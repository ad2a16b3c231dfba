import type { CallRuleSpec } from '../calls/call-rules.ts';
import type { Gate } from '../gates/gate.ts';
import type { JsonObject } from '../json/json.ts';
import type { SharedLabelOptions } from '../labels/labelled-case.ts';
import type { Scorer } from '../scoring/scorer.ts';
import type { ToolRef } from '../trace/trace.ts';
import type { Fold } from './fold.ts';

/** What is measured of a test or an eval, and what must hold. */
export interface MeasurePlan {
  readonly name: string;
  readonly scorers: readonly ScorerPlan[];
  readonly gates: readonly Gate[];
  /** What happens to a trace's calls before any scorer sees them. */
  readonly rules: CallRuleSpec;
  /** A run that could not be measured counts as a run without calls. */
  readonly countErrorsAsEmpty: boolean;
  readonly maxErrors: number;
  /** Whether captures of its agent see every call, so that no run of it is partial. */
  readonly isComplete: boolean;
  /** How its runs are made; null where they are recorded. */
  readonly drive: { readonly stopsWhenDecided: boolean } | null;
  /** Of an eval, whose runs belong to rows: how the confusion matrix is made; null where no scorer is over labels. */
  readonly labels?: SharedLabelOptions | null;
  /** Of a test: the tags that its figures also count for. */
  readonly tags?: readonly string[];
  /** Of an eval: the column of its rows that has tags, or `none`; absent: `tags`. */
  readonly tagsColumn?: string | null;
}

/** One scorer of a test or an eval. */
export interface ScorerPlan {
  /** For a scorer of the user's own, one without metrics in its place. */
  readonly scorer: Scorer;
  readonly key: string | null;
  readonly displayName: string | null;
  readonly purpose: 'score' | 'qa';
  /** Options as the scorer's `compile` takes them, without those in `templates`. */
  readonly options: unknown;
  /** Of a program: the options of each row, in place of `options`. */
  readonly optionsOf?: (row: JsonObject) => unknown;
  /** Options that are rendered per row: option name to template. */
  readonly templates: ReadonlyMap<string, Template>;
  readonly folds: readonly Fold[];
  /** A scorer of the user's own; null for a built-in one. */
  readonly own: { readonly kind: 'module' | 'command' } | null;
}

/** An expression over the row. */
export interface Template {
  readonly source: string;
  /** A row that gives nothing leaves the option out. */
  readonly isOptional?: true;
  /** Own-property paths and fixed filters only; undefined when a path leads nowhere. */
  render(sample: JsonObject): unknown;
}

/** The named integers that each custom scorer returned for one run. */
export type CustomOutputs = ReadonlyMap<ScorerPlan, ReadonlyMap<string, number>>;

/** The tools that a suite declares for the scorers of a plan. */
export function declaredTools({ scorers }: MeasurePlan): readonly ToolRef[] {
  return scorers.flatMap(({ options }) => {
    const { catalog } = (options ?? {}) as { readonly catalog?: readonly ToolRef[] };
    return catalog ?? [];
  });
}

/** The prefix of the metrics of a scorer. */
export function prefixOf({ key }: Pick<ScorerPlan, 'key'>): string {
  return key === null ? '' : `${key}.`;
}
