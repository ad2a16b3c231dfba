import type { ToolRef } from './trace.ts';

/** Traces that a database counted: numbers of calls, and nothing of their arguments, texts and offered tools. */
export interface CountedPile {
  /** Runs by how many calls they have. */
  readonly sizes: readonly RunsOfSize[];
  /** The tools that were called. */
  readonly tools: readonly CountedTool[];
}

/** A run of which only numbers are known. */
export interface CountedRun {
  readonly calls: number;
  /** How many of them failed; null where that is not recorded. */
  readonly failed: number | null;
}

/** So many such runs. */
interface RunsOfSize extends CountedRun {
  readonly runs: number;
}

/** How a tool was used. */
export interface CountedTool {
  readonly tool: ToolRef;
  /** Runs that called it. */
  readonly runs: number;
  readonly calls: number;
  /** Over runs: the squares of its calls, and its calls times all calls. */
  readonly squares: number;
  readonly products: number;
  /** Calls of it that failed, and the runs that have one; null where that is not recorded. */
  readonly failed: { readonly calls: number; readonly runs: number } | null;
}
