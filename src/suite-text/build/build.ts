import type { Gate, Services, ToolClass, ToolSpec } from '#core';
import type { Path, SuiteDocument } from '#schema';
import type { AgentPlans } from './build-agents.ts';
import type { Rules } from './build-rules.ts';
import type { ScorerPlan } from '../plan/plan.ts';
import type { Problems } from '../problems/problems.ts';

/** What is known of a suite besides its text. */
export interface SuiteContext {
  /** Path as given by the user. */
  readonly path: string;
  /** Path from the root, for reports and messages. */
  readonly file: string;
  readonly folder: string;
  readonly root: string;
  readonly sha256: string;
  /** The tools of the file that `catalog` names. */
  readonly catalog: readonly ToolSpec[] | null;
  readonly regex: NonNullable<Services['regex']> | null;
  /** The absolute path of something that the suite names relative to its folder. */
  readonly resolve: (...steps: readonly string[]) => string;
  /** Whether an absolute path as it is written is outside the root. */
  readonly leavesRoot: (path: string) => boolean;
  /** Whether an absolute path stays inside the root when links are followed. */
  readonly isInside: (path: string) => boolean;
}

/** A suite on its way from a document to a plan. */
export interface Build {
  readonly document: SuiteDocument;
  readonly context: SuiteContext;
  readonly problems: Problems;
  /** The rules of the whole suite. */
  readonly rules: Rules;
  /** Where the suite names files and patterns, by their absolute paths. */
  readonly named: Map<string, Path>;
  /** The classes declared at the top. */
  readonly classes: ReadonlyMap<string, ToolClass>;
  /** What was built before, by how it is written: thousands of tests use the same few blocks, classes and gates. */
  readonly blocks: Map<string, Block>;
  readonly classLists: Map<string, readonly ToolClass[]>;
  readonly gateLists: Map<string, readonly Gate[]>;
  /** Recorded runs by agent; those of the whole suite under null. */
  readonly recorded: ReadonlyMap<string | null, readonly string[]>;
  /** Filled before the tests are planned. */
  readonly agents: AgentPlans;
}

/** One scorer of a test, with the gates that stand in its block. */
export interface Block {
  readonly plan: ScorerPlan;
  readonly gates: readonly Gate[];
}
