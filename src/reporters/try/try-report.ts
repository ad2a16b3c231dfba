import type {
  Capped,
  ComparisonVerdict,
  JsonObject,
  PartComparison,
  Redaction,
  ReportIssue,
  ToolRef,
} from '#core';

/** What other descriptions of some tools changed: the confused cases before and after. */
export interface TryReport {
  readonly schemaVersion: 1;
  readonly kind: 'try';
  readonly verdict: ComparisonVerdict;
  /** Runs that could not be made or measured. */
  readonly errors: number;
  readonly evals: readonly TriedEval[];
  /** Absent where no test was run again. */
  readonly tests?: TriedTests;
  /** What the model sees now, and what it saw before. */
  readonly patch: readonly ToolPatch[];
  /** What agents see beside their tools; absent where that did not change. */
  readonly agents?: readonly AgentPatch[];
  readonly issues: readonly ReportIssue[];
  readonly version: string;
  /** What was replaced by placeholders. */
  readonly redaction?: Redaction;
}

/** Cases that both reports measured, by whether they pass. */
export interface PairedCases extends Pick<
  PartComparison,
  'verdict' | 'pairs' | 'before' | 'after' | 'deciding'
> {
  /** Cases that fail more of their runs than before, and fewer. */
  readonly broken: number;
  readonly fixed: number;
  /** Two-sided, by mid-p and adjusted as in a comparison; `worse` is one-sided: so many broken by chance. */
  readonly p: PartComparison['p'] & { readonly worse: number };
}

/** Passing runs before and after, and how far chance explains the change. */
export interface TriedShares extends Pick<
  PairedCases,
  'verdict' | 'pairs' | 'before' | 'after' | 'broken' | 'fixed'
> {
  readonly p: Pick<PairedCases['p'], 'exact' | 'adjusted'>;
}

/** The tests that were run again: `pairs` are tests that both reports measured, shares are of their runs. */
export interface TriedTests extends TriedShares {
  /** Tests that could have been tried. */
  readonly allTests: number;
  /** Runs that repeat the answer of an earlier one, before and after; each answer counts once for p. Absent where none. */
  readonly identical?: number;
  /** Runs of them that could not be measured. */
  readonly errors: number;
  readonly tests: readonly TriedTest[];
}

/** One test; its p is that of Fisher's exact test over its runs. */
export interface TriedTest extends TriedShares {
  readonly name: string;
}

export interface TriedEval extends PairedCases {
  readonly name: string;
  /** How many cases were run again, of all. */
  readonly cases: number;
  readonly allCases: number;
  /** Runs of it that could not be measured. */
  readonly errors: number;
  readonly fixedCases: Capped<string>;
  readonly brokenCases: Capped<string>;
  /** The rows of the matrix that were run again. */
  readonly tools: readonly TriedTool[];
  /** Their cells off the diagonal, the most frequent first. */
  readonly cells: readonly TriedCell[];
}

/** The cases that expect one tool. */
export interface TriedTool extends PairedCases {
  /** The label of the row. */
  readonly tool: string;
  /** Whether the model sees another description of it now. */
  readonly isOverridden: boolean;
}

/** A cell of the matrix before and after. */
export interface TriedCell {
  readonly expected: string;
  readonly observed: string;
  readonly before: number;
  readonly after: number;
  readonly verdict: ComparisonVerdict;
  /** What became of the cases that the earlier report names for it. */
  readonly named: {
    readonly total: number;
    /** They get the expected tool. */
    readonly fixed: number;
    readonly still: number;
    /** They get another wrong tool, or none. */
    readonly elsewhere: number;
    /** They could not be measured, or the later report does not name them. */
    readonly unknown: number;
  };
  /** McNemar's exact p that a case is in the cell, adjusted for the number of cells; null where cases ran several times. */
  readonly p: { readonly exact: number; readonly adjusted: number } | null;
}

/** What the model sees of a tool before and after. */
export interface ToolPatch extends ToolRef {
  readonly description?: { readonly before: string | null; readonly after: string };
  readonly inputSchema?: { readonly before: JsonObject; readonly after: JsonObject };
  /** The tool is not offered any more; `mergedInto` is the tool that represents it. */
  readonly removed?: { readonly description: string | null; readonly mergedInto: string | null };
  /** Of a tool that represents others: the tool behind each mode. */
  readonly modes?: Readonly<Record<string, string>>;
}

/** The system prompt of an agent before and after, and the examples that were added, as JSON text. */
export interface AgentPatch {
  readonly agent: string;
  readonly system?: { readonly before: string | null; readonly after: string };
  readonly examples?: readonly string[];
}
