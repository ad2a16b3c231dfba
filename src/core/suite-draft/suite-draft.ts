import type { ExpectedUse } from './expected-use.ts';
import type { ProposedClass } from './propose-classes.ts';
import type { ProposedGates } from './propose-gates.ts';

/** A test over recorded runs. */
export interface TestDraft {
  readonly name: string;
  /** Files, folders or globs, as the suite writes them. */
  readonly traces: readonly string[];
  readonly format: string;
  readonly runs: number;
  readonly calls: number;
  /** Runs that cannot be measured, and the first reason; 0 and null where all can. */
  readonly errors: number;
  readonly firstError: string | null;
  readonly use: ExpectedUse;
  /** Null while nothing is measured. */
  readonly gates: ProposedGates | null;
}

/** A suite that is made from recorded runs. */
export interface SuiteDraft {
  readonly classes: readonly ProposedClass[];
  /** Whether runs record the tools that they were offered, with more than names. */
  readonly hasDescriptions: boolean;
  readonly tests: readonly TestDraft[];
}
