import type {
  Issue,
  MeasurePlan,
  ScorerPlan as MeasuredScorer,
  SharedLabelOptions,
  UsageBounds,
  Variant,
} from '#core';
import type {
  AgentDocument,
  JudgeDocument,
  JurorDocument,
  OverridesDocument,
  ServerDocument,
  SimulatedUserDocument,
} from '#schema';

/** A suite that loaded without an error: what to measure and what must hold. */
export interface Suite {
  /** Path as given by the user. */
  readonly path: string;
  /** Path from the project root, POSIX, for reports. */
  readonly file: string;
  /** The nearest folder above with `.git` or `package.json`, otherwise the suite's own. */
  readonly root: string;
  /** The suite's own folder: paths in it are relative to this. */
  readonly folder: string;
  readonly sha256: string;
  readonly tests: readonly TestPlan[];
  readonly evals: readonly EvalPlan[];
  /** The MCP servers: as they are written, or the absolute path of an mcp.json. */
  readonly servers: string | Readonly<Record<string, ServerDocument>>;
  /** What runs are compared with: the absolute path of a report, `last`, or the name or number of a kept run. */
  readonly baseline: string | null;
  /** How much more runs may use than those of the baseline. */
  readonly regression?: UsageBounds;
  /** What every agent sees of tools instead of what their servers say. */
  readonly overrides: OverridesDocument;
  /** Who answers what only a judge can decide; null without a judge. */
  readonly judge: JudgePlan | null;
  readonly warnings: readonly Issue[];
  /** Where the suite names a file or a pattern, by its absolute path; null where it does not. */
  readonly locate?: (path: string) => Pick<Issue, 'where' | 'excerpt'> | null;
}

/** Who judges, and by what. */
export interface JudgePlan {
  /** As they are written; what is in `${}` is read when they are asked and not before. */
  readonly jurors: readonly JurorDocument[];
  /** How many of them must agree. */
  readonly quorum: number;
  /** What the people who rate go by; null where the suite gives nothing. */
  readonly guide: string | null;
  /** Absolute path of the file that has it instead. */
  readonly guideFile: string | null;
  readonly concurrency: number;
  /** What may be spent on judging; null is as much as it takes. */
  readonly budget: JudgeDocument['budget'] | null;
  /** Absolute path of the file that reports quote. */
  readonly calibration: string | null;
  /** Whether judged figures may be gated where CI is set. */
  readonly gatesInCi: boolean;
}

/** What tests and evals have in common. */
interface Plan extends MeasurePlan {
  /** Line of the suite where it is declared, from 1. */
  readonly line: number;
  readonly agent: string | null;
  readonly scorers: readonly ScorerPlan[];
  /** How its runs are made where they are not recorded; null where its agent cannot be made to act. */
  readonly drive: DrivePlan | null;
  /** Which test or eval of the suite it is, when that runs with several models. */
  readonly variant: Variant | null;
}

/** How runs are made. */
export interface DrivePlan {
  readonly agent: AgentPlan;
  /** What the user says, turn by turn; the rows of an eval bring their own. */
  readonly turns: readonly string[];
  /** Who answers the agent after them. */
  readonly user?: SimulatedUserDocument;
  /** Absolute paths of the images that come with the first of them. */
  readonly images?: readonly string[];
  readonly timeoutMs: number;
  readonly stopsAfterDecision: boolean;
  readonly stopsWhenDecided: boolean;
}

/** An agent that can be made to act. */
export interface AgentPlan {
  readonly name: string;
  /** As it is written; what is in `${}` is read when it acts and not before. */
  readonly document: AgentDocument;
  /** How many distractors it is offered, where the suite lists several counts; null otherwise. */
  readonly distractors: number | null;
  /** The one model of this plan; null for programs, services and functions. */
  readonly model: string | null;
  /** What its results are called, where that is not the model. */
  readonly label?: string;
  /** The keys that one of several models has in place of those of the agent. */
  readonly own?: readonly string[];
  /** Absolute paths of what it names. */
  readonly files: {
    readonly module: ModuleRef | null;
    readonly catalog: string | null;
    readonly distractors: string | null;
    readonly mocks: string | null;
    /** Files, folders and globs whose content the agent depends on. */
    readonly watch: readonly string[];
  };
}

/** A module and the export of it that is meant. */
export interface ModuleRef {
  readonly path: string;
  readonly exportName: string;
}

/** A scenario with gates. */
export interface TestPlan extends Plan {
  readonly runs: number | null;
  /** Absolute paths or globs, already checked to stay inside the root; null when the test names none. */
  readonly traces: readonly string[] | null;
  /** The recorded runs of its agent, otherwise of the suite, where the test names none: others may take from them too. */
  readonly sharedTraces: readonly string[] | null;
  readonly select: Selection | null;
}

/** A dataset, row by row. */
export interface EvalPlan extends Plan {
  /** Absolute path of the dataset. */
  readonly dataset: string;
  /** Recorded runs that are joined to rows by `case`; null when the rows carry their own. */
  readonly traces: readonly string[] | null;
  /** How many runs every row must have; null: one. */
  readonly runs: number | null;
  /** How the confusion matrix is made; null where no scorer is over labels. */
  readonly labels: LabelPlan | null;
  /** A trace without `case` is joined to the row that has its `id`. */
  readonly joinsById: boolean;
  /** The fields of rows and of recorded runs that join them; null: `id` and `case`. */
  readonly join: { readonly row: string; readonly trace: string } | null;
  /** The column that shares are reweighted by, or `none`; null: the dataset decides. */
  readonly weights: string | null;
}

/** The options that the scorers over labels of an eval share, without the label itself. */
export type LabelPlan = SharedLabelOptions;

/** One scorer of a test or an eval. */
export interface ScorerPlan extends MeasuredScorer {
  /** How to call a custom scorer; null for a built-in one. */
  readonly own: CustomScorer | null;
}

/** How to call a custom scorer. */
export type CustomScorer =
  | { readonly kind: 'module'; readonly path: string; readonly exportName: string }
  | { readonly kind: 'command'; readonly command: readonly string[]; readonly timeoutMs: number };

/** Which traces a test takes when neither a path nor a name says so. */
export interface Selection {
  readonly agent?: ValueMatcher;
  readonly input?: ValueMatcher;
  readonly tag?: ValueMatcher;
  readonly metadata?: ReadonlyMap<string, ValueMatcher>;
}

/** Whether a value fits; of a list, whether one of its values does. */
export type ValueMatcher = (value: unknown) => boolean;
