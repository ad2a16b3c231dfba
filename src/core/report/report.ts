import type { ExpectedTools, SavedTool } from '../tools/expected-tools.ts';
import type { Comparison } from '../comparison/comparison.ts';
import type { FailureMode } from '../labels/failure-modes.ts';
import type { UsageColumns, UsageTotals } from '../trace/run-usage.ts';
import type { CalibrationQuote } from '../judge/calibration.ts';
import type {
  ArgumentReport,
  SweepReport,
  TagReport,
  TestTagReport,
  Variant,
} from './line-reports.ts';
import type { ListedRun, QuotedTool, RunEvidence } from './run-evidence.ts';
import type {
  Capped,
  GateReport,
  Interval,
  RunLabel,
  ScoreReport,
  Share,
  UnmeasuredRun,
} from './score-report.ts';

export type * from './line-reports.ts';
export type * from './run-evidence.ts';
export type * from './score-report.ts';

/**
 * The report: the one versioned document between measuring and showing.
 * Everything here is written as JSON with the keys in this order; `timing` alone may differ between equal runs.
 */
export interface Report {
  readonly schemaVersion: 1;
  readonly verdict: Verdict;
  readonly tests: readonly TestReport[];
  readonly evals: readonly EvalReport[];
  readonly totals: Totals;
  /** What was odd but did not stop the run: warnings, in the order they were found. */
  readonly issues: readonly ReportIssue[];
  /** How many more there were than are listed, counted up to `ISSUES_COUNTED` in all; absent where all are listed. */
  readonly moreIssues?: number;
  readonly suites: readonly SuiteRef[];
  /** Which formats the traces were read as; absent where rows carried them all. */
  readonly formats?: readonly string[];
  /** How reliable the tests are that repeat one input; absent where there are none. */
  readonly repeats?: RepeatsReport;
  /** How the tests with each tag do; absent where no test has tags. */
  readonly perTag?: readonly TestTagReport[];
  /** How tests and evals do with more and more distractors; absent where nothing asks for that. */
  readonly sweeps?: readonly SweepReport[];
  /** How many calls the requesters have that the suites name, without the agent; absent where none is named. */
  readonly requesters?: Readonly<Record<string, number>>;
  /** This report against an earlier one, where one was given. */
  readonly baseline?: Comparison;
  readonly version: string;
  /** What was replaced by placeholders; absent in reports of older versions, which replaced nothing. */
  readonly redaction?: Redaction;
  /** Present where texts and arguments were left out of the evidence (`--no-evidence-text`). */
  readonly evidenceText?: false;
  /** The report as if these tools were one; absent where it is what was measured. */
  readonly whatIf?: { readonly mergedTools: readonly string[] };
  /** The `--filter` of the run; absent where everything was selected. */
  readonly filter?: string;
  /** Present in the report of one shard, absent from a whole one. */
  readonly shard?: Shard;
  readonly timing: { readonly startedAt?: string; readonly durationMs?: number };
}

/** What is replaced in a report: nothing, secrets, or secrets and personal data. */
export type Redaction = 'none' | 'secrets' | 'pii';

/** One of several reports that together are the whole. */
export interface Shard {
  readonly index: number;
  readonly count: number;
  /** The flags that replace values of the suites, such as `--threshold`; absent where there are none. */
  readonly flags?: readonly string[];
  /** Keys of the issues that are not listed: shards share some of them. */
  readonly issueKeys?: readonly string[];
  /** What is known of tool names: which of them no run has is known when shards are merged. */
  readonly names?: NamesOfShard;
}

/** The tool names of a shard; null where there are too many to compare. */
export interface NamesOfShard {
  readonly expected: readonly ExpectedTools[] | null;
  readonly seen: readonly SavedTool[] | null;
  /** How many runs record all tools that they were offered. */
  readonly offers: number;
}

export type Verdict = 'pass' | 'fail' | 'error' | 'inconclusive';

/** A suite that took part: its path from the project root and the SHA-256 of its bytes. */
export interface SuiteRef {
  readonly file: string;
  readonly sha256: string;
}

/** Things that ran several times: how likely k runs of one all pass, and that any of them does. */
export interface RepeatedUnits {
  /** The least number of runs that any of them has, at most 1000. */
  readonly k: number;
  readonly passHatK: number;
  readonly passAtK: number;
  /** Those that pass sometimes and fail sometimes: k of n. */
  readonly flaky: Capped<{ readonly name: string; readonly k: number; readonly n: number }>;
}

/** The tests whose runs repeat one input. */
export interface RepeatsReport extends RepeatedUnits {
  readonly tests: number;
}

/** The cases of an eval with several runs each. */
export interface CaseRepeatsReport extends RepeatedUnits {
  readonly cases: number;
}

export interface VerdictCounts {
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly inconclusive: number;
}

/** Sums over the whole report; all of them add. */
export interface Totals {
  readonly tests: VerdictCounts;
  readonly evals: VerdictCounts;
  readonly cases: VerdictCounts;
  /** Measured runs, and runs that could not be measured. */
  readonly runs: number;
  readonly errors: number;
  /** How many of the measured runs are partial; absent where none is. */
  readonly partial?: number;
  readonly calls: number;
  readonly gates: VerdictCounts;
}

interface Measured {
  readonly name: string;
  readonly verdict: Verdict;
  /** Measured runs (of an eval: measured cases, or all their runs where each has several). */
  readonly runs: number;
  /** Runs that could not be measured. */
  readonly errors: number;
  /** How many of the measured runs are partial; absent where none is. */
  readonly partial?: number;
}

interface Explained {
  readonly scores: readonly ScoreReport[];
  readonly gates: readonly GateReport[];
  /** The share of runs (or cases) that pass alone. */
  readonly passing: Share;
  /** How many runs may be left unmeasured (`max_errors`); absent where none. */
  readonly maxErrors?: number;
  /** The first runs or cases that could not be measured, and why. */
  readonly unmeasured: Capped<UnmeasuredRun>;
  /** Where it is declared. */
  readonly suite: { readonly file: string; readonly line: number } | null;
  /** Who judged what its traces cannot decide; absent where nothing was asked. */
  readonly judge?: JudgeReport;
  /** The test or eval as it is declared and the model of this one, where it runs with several. */
  readonly variant?: Variant;
  /** The fewest and the most tools that runs were offered; only of a sweep over distractors. */
  readonly offered?: readonly [fewest: number, most: number];
  /** The lists of offered tools that the evidence refers to. */
  readonly catalogs?: readonly (readonly QuotedTool[])[];
}

/** The questions of a test or an eval to judges, and what became of them. The same in a replay. */
export interface JudgeReport {
  /** `provider:model` of each judge, as the suite names them. */
  readonly models: readonly string[];
  /** The models that answered, as providers say. */
  readonly answeredBy: readonly string[];
  /** What was asked by, as a hash of instructions, guide and schemas, for each kind of question. */
  readonly prompts: Readonly<Record<string, string>>;
  /** How many judges must agree; absent where there is one. */
  readonly quorum?: number;
  /** Distinct questions. */
  readonly questions: number;
  /** Those without a verdict, by the code of the reason. */
  readonly errors: Readonly<Record<string, number>>;
  /** Those on which judges disagree. */
  readonly split: number;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Null where the prices are not known. */
    readonly cost: number | null;
  };
  /** Absent where the suite names no calibration. */
  readonly calibration?: CalibrationQuote;
  /** Runs that a judge finds good, and other scorers wrong: these stay wrong. */
  readonly despite?: Capped<RunLabel>;
}

export interface TestReport extends Measured, Explained {
  /** As the suite writes them; absent where it has none. */
  readonly tags?: readonly string[];
  /** The first 100 runs of each verdict with their evidence; absent in reports of older versions. */
  readonly listedRuns?: readonly ListedRun[];
  /** Present where several runs repeat one input: only then pass^k and flaky say something. */
  readonly repeated?: true;
  /** What its runs used in all, where every run records it; calls alone where runs are only counted. */
  readonly usage?: UsageTotals;
  /** How many runs were planned, where fewer decided the gates. */
  readonly planned?: number;
  /** How many runs gave the same answer as an earlier one, so that they are one sample; absent where none did. */
  readonly identical?: number;
}

export interface EvalReport extends Measured, Explained {
  readonly cases: readonly CaseReport[];
  /** What the measured runs of each case used in all, in the order of the cases. */
  readonly caseUsage?: UsageColumns;
  /** How shares are reweighted; absent where the plain ids are those of the rows as they are. */
  readonly weighting?: Weighting;
  /** What a filter by tag left of the rows; absent where all of them count. */
  readonly filtered?: FilteredRows;
  /** How the rows with each tag do; absent where no row has tags. */
  readonly perTag?: readonly TagReport[];
  /** How reliable the cases are; absent where each ran once. */
  readonly repeats?: CaseRepeatsReport;
  /** Expected against observed tools, with what follows from it; only where the eval has a scorer over labels. */
  readonly confusion?: ConfusionReport;
  readonly perTool?: readonly ToolReport[];
  readonly failureModes?: FailureModeCounts;
  /** How labelled arguments compare, by tool and argument; only where labels have arguments. */
  readonly perArgument?: readonly ArgumentReport[];
  /** What tools brought into the context that the label did not ask for; only with the scorer `exposure`. */
  readonly exposure?: readonly ToolExposure[];
}

/** Calls of a tool that were not asked for, and the personal values in their results. */
export interface ToolExposure {
  readonly tool: string;
  readonly calls: number;
  /** Distinct values of a case, summed over cases. */
  readonly values: number;
  readonly cases: number;
  /** Calls whose result is not recorded: the other counts are at least these. */
  readonly unrecorded: number;
}

/** Shares that speak for the population that the rows were drawn from. */
export interface Weighting {
  /** The column that says how many cases of the population a row speaks for. */
  readonly column: string;
  /** The share of the population that passes, with its 95 % interval; nulls where some row has no weight. */
  readonly passing: Pick<Share, 'rate' | 'interval'>;
  /** How many cases of equal weight say as much about that share. */
  readonly effective: number | null;
}

/** The confusion matrix: rows expected, columns observed. */
export interface ConfusionReport {
  readonly labels: readonly string[];
  readonly matrix: readonly (readonly number[])[];
  /** The diagonal over all that was expected; extra calls are not in it. */
  readonly accuracy: Share;
  /** The cells off the diagonal, the most frequent first, at most 500, each with its first 20 cases. */
  readonly cells: readonly ConfusedCell[];
  /** Pairs of tools that are confused in both directions, the worst first, at most 20; absent in older reports. */
  readonly mutual?: readonly MutualConfusion[];
  readonly readings: readonly ConfusionReading[];
}

export interface ConfusedCell {
  readonly expected: string;
  readonly observed: string;
  readonly count: number;
  readonly cases: readonly string[];
}

/** Two tools that are taken for each other. */
export interface MutualConfusion {
  readonly tools: readonly [string, string];
  /** The cases of the first tool that went to the second, and the other way round. */
  readonly shares: readonly [Share, Share];
  /** The smaller of both shares. */
  readonly rate: number | null;
}

/** What a cell means in plain words, and what usually helps. */
export interface ConfusionReading {
  readonly expected: string;
  readonly observed: string;
  readonly count: number;
  readonly text: string;
  readonly fix: string;
}

/** A row of the matrix in numbers. */
export interface ToolReport {
  readonly tool: string;
  /** How often it was expected, observed, and both at once. */
  readonly support: number;
  readonly predicted: number;
  readonly correct: number;
  readonly recall: number | null;
  readonly precision: number | null;
  readonly f1: number | null;
  /** Of the recall, 95 %. */
  readonly interval: Interval | null;
  readonly cost: number;
}

/**
 * How many cases show each failure mode; a case may show several. Null is "not measured": the catalog is unknown, or
 * redacted values and unobserved calls decide it.
 */
export type FailureModeCounts = Readonly<Record<FailureMode, number | null>>;

/** The rows with a tag, of all rows of a dataset. */
export interface FilteredRows {
  readonly tag: string;
  readonly cases: number;
  readonly of: number;
}

export interface CaseReport {
  readonly id: string;
  /** Of several runs: fail where one of them fails, otherwise error where one could not be measured. */
  readonly verdict: Verdict;
  /** How many of its measured runs pass, where it has several. */
  readonly passing?: { readonly k: number; readonly n: number };
  /** How many cases of the population it speaks for, where shares are reweighted and it was measured. */
  readonly weight?: number;
  /** The failure modes that it shows; absent where there are none. */
  readonly modes?: readonly FailureMode[];
  /** Its cells of the confusion matrix off the diagonal; absent where there are none. */
  readonly confused?: readonly (readonly [expected: string, observed: string])[];
  /** Absent in reports of older versions. */
  readonly evidence?: RunEvidence;
}

export interface ReportIssue {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** `file:line:column` as far as known. */
  readonly where: string | null;
  readonly hint: string | null;
}
