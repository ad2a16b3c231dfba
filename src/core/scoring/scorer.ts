import type { ExpectedTools } from '../tools/expected-tools.ts';
import type { JsonObject } from '../json/json.ts';
import type { Question, Rulings } from '../judge/index.ts';
import type { MetricSpec, MetricValue } from '../metrics/metric.ts';
import type { Reach } from './reach.ts';
import type { Quotes } from '../redaction/index.ts';
import type { Schema } from '../schema/schema.ts';
import type { CountedBy } from './counted-by.ts';
import type { GroupedBy } from './tool-groups.ts';
import type { SuiteForm } from './suite-form.ts';
import type { CountedRun } from '../trace/counted-pile.ts';
import type { ToolCall, ToolRef, Trace } from '../trace/trace.ts';

/** Exact counts that add. The keys are the scorer's own and always the same. */
export type Tally = Readonly<Record<string, number>>;

/** What a scorer says of one call. */
export type CallVerdict =
  | 'hit'
  | 'repeat'
  | 'unexpected'
  /** The right tool with other arguments, or at another place. */
  | 'mismatch'
  | 'forbidden'
  | 'hallucinated'
  | 'invalid_args'
  | 'unparsed_args'
  | 'failed'
  | 'duplicate'
  /** It depends on redacted values: not measured. */
  | 'redacted'
  /** A judge would have to decide it, and none did: not measured. */
  | 'unjudged'
  /** Nothing to say; not listed as evidence. */
  | 'ok';

/** A fraction of whole numbers. */
export interface Ratio {
  readonly num: number | bigint;
  readonly den: number | bigint;
}

/** The score of one run: counts, and what happened to each expectation and each call. */
export interface RunScore {
  readonly tally: Tally;
  /** Nothing about this run could be better. */
  readonly perfect: boolean;
  /** The run's value of the scorer's `meanMetric`, where it has one. */
  readonly sample: Ratio | null;
  /** Per slot: 1 + the index of the call that met it, 0 when none did. */
  readonly hits: ArrayLike<number>;
  /** One verdict per call, in call order. */
  readonly verdicts: readonly CallVerdict[];
  /** Present of a partial run: what further calls could make of it. */
  readonly reach?: Reach;
  /** Other scores that the run may have, where redacted values or a judge decide that: it is not measured then. */
  readonly others?: readonly RunScore[];
}

/** Why a figure is not measured, and what is known of it all the same. */
export interface Gap {
  /** How many runs do not record what the figure needs. */
  readonly runs: number;
  /** What they do not record, such as `the status of every call`. */
  readonly needs: string;
  /** What they have not, where that is not a part of the record: replaces `needs` in words. */
  readonly lacks?: string;
  /** How many runs are partial, where further calls could change the figure. */
  readonly partial?: number;
  /** The figure is at least this. */
  readonly low: MetricValue;
  /** The figure is at most this; null where it has no upper limit. */
  readonly high: MetricValue | null;
}

/** Something a person should know; of several remarks about one thing only the first run's is reported. */
export interface Remark {
  readonly about: string;
  /** Built only when it is shown. */
  readonly text: () => string;
}

/** A scorer made ready for one expectation. Synchronous and pure. */
export interface CompiledScorer {
  readonly scorer: Scorer;
  /**
   * What was expected, by name: classes, required tools, expected calls.
   * An accessor for it belongs on a class: each object literal with one has a hidden class of its own, which holds on
   * to the scorer until a full garbage collection.
   */
  readonly slots: readonly string[];
  /** Expects that nothing is called. */
  readonly expectsNoCall?: true;
  score(calls: readonly ToolCall[], trace: Trace): RunScore;
  /** What further calls could make of the score of a partial run. */
  reach(calls: readonly ToolCall[], score: RunScore, trace: Trace): Reach;
  /** What the score depends on that only a judge can say; absent of a scorer that asks nothing. */
  questions?(calls: readonly ToolCall[], trace: Trace): readonly Question[];
  /** The tools that are expected, by name; absent where nothing is expected by name. */
  expects?(): readonly ExpectedTools[];
  /** Which slots a tool belongs to; present where a call can belong to named classes. */
  slotsOf?(tool: ToolRef): readonly number[];
  /** Why this call got its verdict, where there is something to say. Argument values are quoted by `quotes`. */
  explainCall?(
    calls: readonly ToolCall[],
    index: number,
    trace: Trace,
    quotes: Quotes,
  ): string | null;
  /** Why the run as a whole is not perfect though every slot was met, such as a wrong order. */
  explainRun?(calls: readonly ToolCall[], score: RunScore, trace: Trace): string | null;
  /** What is odd about how this run was matched. */
  remarks?(calls: readonly ToolCall[]): readonly Remark[];
  /** Why this slot was missed, where there is something to say. */
  explainMiss?(
    calls: readonly ToolCall[],
    slot: number,
    quotes: Quotes,
    trace: Trace,
  ): string | null;
}

/** What scorers need from outside the core, passed in by the caller. */
export interface Services {
  /** Compiles a pattern to a linear-time test of a whole string; throws on an unsupported pattern. */
  readonly regex?: (pattern: string) => (text: string) => boolean;
  /** The day that relative dates of expectations are counted from, such as `2026-03-01`. */
  readonly today?: string;
  /** What judges answered; absent where there is no judge. */
  readonly rulings?: Rulings;
}

/** A metric of a scorer: what is known about it, and how it follows from a sum of tallies. */
export interface ScorerMetric extends MetricSpec {
  /**
   * Its value over a number of runs: null is "not measured", undefined "does not apply".
   * Absent of the mean of the runs' samples, which the code that sums derives.
   */
  readonly derive?: (tally: Tally, runs: number) => MetricValue | null | undefined;
  /** Of a figure that needs more than calls: what is missing; null where nothing is. */
  gap?(tally: Tally, runs: number): Gap | null;
  /** It applies only where this option is written. */
  readonly needsOption?: string;
}

/** A gate that a block of a test has when the suite gives none. */
export interface DefaultGate<Id extends string = string> {
  readonly metric: Id;
  readonly op: '>=' | '==';
  readonly value: number;
}

/** A kind of score: turns a trace and an expectation into a tally, and summed tallies into metrics. */
export interface Scorer<Options = unknown> {
  readonly name: string;
  readonly version: number;
  readonly summary: string;
  /** In the order in which reports list them. */
  readonly metrics: readonly ScorerMetric[];
  readonly defaultGates: readonly DefaultGate[];
  /** The metric that is the mean of the runs' `sample`s. */
  readonly meanMetric: string | null;
  /** What `compile` takes. */
  readonly options: Schema;
  /** How suites write it; absent where they have another key for it. */
  readonly suite?: SuiteForm;
  compile(options: Options, services: Services): CompiledScorer;
  /** Of a scorer that takes what was expected from the row: all but the row made ready, once for all of them. */
  prepare?(
    options: Omit<Options, 'label'>,
    services: Services,
  ): (row: JsonObject) => CompiledScorer;
  /** Nothing was expected and nothing called, decided on the sum. */
  isVacuous(tally: Tally): boolean;
  /** The counts that reports show, in this order. */
  readonly tallyKeys: readonly string[];
  /** Arguments are part of the evidence. */
  readonly showsArguments: boolean;
  /** Its scores may depend on a model: they are shown apart. */
  readonly isJudged?: true;
  /** A model decides all of its scores. */
  readonly needsJudge?: true;
  /** It takes what was expected from the label of the row. */
  readonly needsLabels?: true;
  /** It is one of the scorers that compare labels where none is chosen. */
  readonly isLabelDefault?: true;
  /** The confusion matrix is made with its options, where scorers over labels have different ones. */
  readonly decidesMatrix?: true;
  /** Its counts are shown with the confusion matrix, so that lists of metrics have only those that occur. */
  readonly isShownWithMatrix?: true;
  /** The report lists what each tool exposed. */
  readonly reportsExposure?: true;
  /** It needs no expectation: its metrics can be gated in every test and eval. */
  readonly isLabelFree?: true;
  /** Its only option is `catalog`, the tools that the suite declares. */
  readonly usesCatalog?: true;
  /** It may compile patterns whatever its options are: those of labels, or of the schemas of tools. */
  readonly needsPatterns?: true;
  /** It counts the same whichever tools are called. */
  readonly ignoresTools?: true;
  /**
   * What of a run its scores follow from: the tools that are called (with status and requester), or calls as a whole.
   * Absent of a scorer that looks at texts or at what runs used.
   */
  readonly reads?: 'tools' | 'calls';
  /** What its scores follow from, where that is less than the calls themselves. */
  readonly counted?: CountedBy<Options>;
  /** The groups of tools whose numbers of calls decide its scores; absent where they never do. */
  groupsOf?(options: Options): GroupedBy;
  /** The names of calls in their order decide its scores, where labels have no arguments. */
  readonly namesDecide?: true;
  /** Of a scorer that needs no expectation: the tally of a run of which only numbers of calls are known. */
  countedTally?(run: CountedRun): Tally;
}
