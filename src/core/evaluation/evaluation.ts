import type { GateOp } from '../gates/gate.ts';
import type { ClassesFold, CountsFold, NamedFold, OutputFold } from '../measure/fold.ts';
import type { GateId } from '../metrics/metric-id.ts';
import type { CallInput } from '../trace/native-trace.ts';
import type { ScorerName, ScorerOptions } from '../scorers/index.ts';
import type { Services } from '../scoring/scorer.ts';
import type { AnyTrace } from './score-trace.ts';

/** A dataset row; one that carries its recorded run has it as `trace` or as `tool_calls`. */
export interface Row {
  readonly id?: string;
  readonly trace?: AnyTrace;
  readonly tool_calls?: readonly CallInput[];
  readonly [column: string]: unknown;
}

/** The options of a scorer. One over labels takes the label from the row where the options have none. */
type StaticOptions<Name extends ScorerName> =
  | ScorerOptions[Name]
  | (ScorerOptions[Name] extends { readonly label: unknown }
      ? Omit<ScorerOptions[Name], 'label'>
      : never);

/** A fold of the outputs of a scorer over all runs: by its name alone, or of one output, of counts or of classes. */
export type EvaluationFold = NamedFold['name'] | OutputFold | CountsFold | ClassesFold;

/** A scorer of an evaluation: options that hold for all rows, or a function of the row. */
export type EvaluationScorer<R extends Row = Row> = {
  [Name in ScorerName]: {
    readonly type: Name;
    readonly key?: string;
    readonly options: StaticOptions<Name> | ((row: R) => ScorerOptions[Name]);
    /** Folds of its outputs, as `metrics:` of a suite: `['mean']` adds `<metric>.mean`. */
    readonly metrics?: readonly EvaluationFold[];
  };
}[ScorerName];

/** What must hold for a metric: an operator with its value, as in a suite. */
export type EvaluationGate = Partial<
  Record<GateOp, number | string | readonly [number, number]>
> & {
  /** The lower bound of the 95 % interval must hold, not the point; beside `>=` or `>`. */
  readonly certify?: boolean;
  /** Beside a gate on single tools: how often a tool must be expected to be gated. */
  readonly min_support?: number;
};

/** A dataset, how its runs are made and scored, and what must hold. `Custom` names the metrics of folds with an own id. */
export interface Evaluation<R extends Row = Row, Custom extends string = never> {
  readonly name?: string;
  readonly dataset: Iterable<R> | AsyncIterable<R>;
  /** Makes the trace of a row, `run` counting from 1; left out, rows carry their recorded run. */
  readonly agent?: (row: R, run: number) => AnyTrace | Promise<AnyTrace>;
  /** How often the agent runs on each row; 1 by default. A case passes when all of its runs do. */
  readonly runs?: number;
  /** How many runs are under way at once; 1 by default. The report is the same for any number. */
  readonly concurrency?: number;
  readonly scorers: readonly EvaluationScorer<R>[];
  /** Gates, as in a suite: `{ 'tool_selection.f1': { '>=': 80 } }`. */
  readonly expect?: Readonly<Partial<Record<GateId | Custom, EvaluationGate>>>;
  /**
   * The column of the rows by which shares are reweighted. By default `weighted.` metrics use the column `weight`, and
   * all others count rows as they are.
   */
  readonly weights?: string;
  /** How many runs may be left unmeasured; 0 by default. */
  readonly maxErrors?: number;
  readonly services?: Services;
}
