import type {
  Capped,
  GateReport,
  Redaction,
  ReportIssue,
  UnmeasuredRun,
  Verdict,
} from '../report/report.ts';
import type { Unit } from '../metrics/metric.ts';

/** What a pile of traces shows without any suite or label: one versioned JSON document. */
export interface InspectionReport {
  readonly schemaVersion: 1;
  readonly kind: 'inspection';
  readonly verdict: Verdict;
  readonly runs: {
    /** Runs that were looked at. */
    readonly measured: number;
    /** Runs that crashed, and records that could not be read. */
    readonly errors: number;
    /** Runs of which no call was observed. */
    readonly withoutCalls: number;
    /** Runs of which only a part was observed; absent where none is. */
    readonly partial?: number;
  };
  readonly calls: number;
  /** The tools that were called, most calls first. */
  readonly tools: Capped<ToolUse>;
  readonly hallucinated: Capped<Finding>;
  readonly invalidArguments: Capped<Finding>;
  readonly duplicates: Capped<Finding>;
  readonly failures: Capped<Finding>;
  /** Tools that were offered and never called; null where no run records what was offered. */
  readonly unused: Capped<UnusedTool> | null;
  readonly servers: Capped<ServerUse>;
  /** Tools of one name on several servers: which one was meant is easily mistaken. */
  readonly sharedNames: Capped<{ readonly name: string; readonly servers: readonly string[] }>;
  readonly requesters: Capped<{ readonly requester: string; readonly calls: number }>;
  readonly usage: UsageSums;
  /** Every figure that can be gated, by its id; null is "not measured". */
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly units: Readonly<Record<string, Unit>>;
  /** Why figures are not measured, by their ids; absent where nothing is missing. */
  readonly notMeasured?: Readonly<Record<string, string>>;
  readonly gates: readonly GateReport[];
  readonly unmeasured: Capped<UnmeasuredRun>;
  readonly issues: readonly ReportIssue[];
  /** How many more there were than are listed; absent where all are. */
  readonly moreIssues?: number;
  readonly formats: readonly FormatReport[];
  readonly version: string;
  /** What was replaced by placeholders. */
  readonly redaction?: Redaction;
}

/** How many files were read as one format, given or guessed, and which of them came first. */
export interface FormatReport {
  readonly format: string;
  readonly files: number;
  readonly first: string;
}

/** How one tool was used. */
export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  /** Runs that called it at least once. */
  readonly runs: number;
  /** Its part of all calls, with four decimals. */
  readonly share: number;
  /** These three are null where one of its calls has no recorded status. */
  readonly failed: number | null;
  readonly denied: number | null;
  readonly missing: number | null;
  /** Null where the arguments of one of its calls were not looked at. */
  readonly duplicate: number | null;
  /** Null where a run that called it does not record the tools that were offered. */
  readonly hallucinated: number | null;
  /** Null where the arguments of one of its calls could not be judged. */
  readonly invalidArguments: number | null;
  /** Null like `duplicate`. */
  readonly unparsedArguments: number | null;
  /** Runs that offered it; null where no run records what was offered. */
  readonly offered: number | null;
  readonly durations: Durations | null;
  /** Its declared price times its calls; null where none is declared. */
  readonly cost: number | null;
  /** What runs that called it cost on average, as reported; null where none reports it. */
  readonly runCost: number | null;
}

/** Duration of the calls that record it; quantiles are exact to 1 part in 16. */
export interface Durations {
  readonly calls: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  readonly totalMs: number;
}

/** Something that was found about a tool: how often, why, and where. */
export interface Finding {
  readonly tool: string;
  readonly calls: number;
  readonly runs: number;
  readonly reason: string | null;
  /** The first run that shows it. */
  readonly where: string | null;
  /** The first three such runs, in the order of the traces; absent in reports of older versions. */
  readonly examples?: readonly string[];
}

export interface UnusedTool {
  readonly tool: string;
  /** Runs that offered it. */
  readonly runs: number;
}

export interface ServerUse {
  /** Null: calls for which no server was recorded. */
  readonly server: string | null;
  readonly tools: number;
  readonly calls: number;
  /** Whether any run offered a tool of it; null where no run records the servers of its tools. */
  readonly offered: boolean | null;
}

/** What the runs used that record it; `runs` says how many do. Tokens are those of runs that record input and output. */
interface UsageSums {
  readonly tokens: { readonly total: number; readonly runs: number };
  readonly cost: { readonly total: number; readonly runs: number };
}
