import type { ToolPattern } from '../tools/tool-pattern.ts';

/** Groups of tools: the score of a run follows from how many calls each of them has, in any order. */
interface ToolGroups {
  readonly groups: readonly (readonly ToolPattern[])[];
  /** Of a tool that belongs to two groups the order of calls matters. */
  readonly areDisjoint?: true;
  /** Calls of a group beyond the first of each tool change nothing but `repeats`. */
  readonly ignoresRepeats?: true;
  /** Metrics of the scorer that do not follow from numbers of calls. */
  readonly unmeasured?: readonly string[];
}

/** The groups that decide a score; or what else it needs, such as `the order of calls`. */
export type GroupedBy = ToolGroups | { readonly needs: string };
