import type { ReportIssue } from '../report.ts';
import type { ToolRef, ToolSpec } from '../trace.ts';

/** A parameter as it is listed. */
interface ListedParameter {
  readonly name: string;
  /** What its schema says it takes, such as `string` or `string[]`; `any` where it does not say. */
  readonly type: string;
  readonly required: boolean;
}

/** A tool as it is listed. */
export interface ListedTool extends Omit<ToolSpec, 'cost'> {
  /** About how many tokens its name, description and schema cost in every request that offers it. */
  readonly tokens: number;
  readonly parameters: readonly ListedParameter[];
}

/** A server, or the tools without one. */
export interface ListedServer {
  readonly server: string | null;
  readonly tools: number;
  readonly tokens: number;
}

/** How alike two tools are, each part from 0 to 100; null where there is nothing to compare. */
export interface Likeness {
  readonly score: number;
  readonly name: number;
  readonly description: number | null;
  readonly parameters: number | null;
}

/** Tools of different servers that probably do the same job. */
export interface LikelySet {
  readonly name: string;
  readonly members: readonly ToolRef[];
  /** That of the two members that are least alike. */
  readonly likeness: Likeness;
  /** What all members have in common. */
  readonly words: readonly string[];
  readonly parameters: readonly string[];
}

/** Two tools of one server that a model may take for each other. */
export interface ConfusablePair {
  readonly server: string | null;
  readonly names: readonly [string, string];
  readonly likeness: Likeness;
  /** The words that collide, most distinctive first. */
  readonly words: readonly string[];
  /** The words that only one of the two has. */
  readonly differences: readonly [readonly string[], readonly string[]];
}

/** The rules that descriptions are held to. */
export type LintRule =
  | 'duplicate-tool'
  | 'similar-name'
  | 'unusual-name'
  | 'missing-description'
  | 'empty-description'
  | 'long-description'
  | 'duplicate-description'
  | 'duplicate-opening'
  | 'shared-opening'
  | 'missing-schema'
  | 'undeclared-required'
  | 'undescribed-parameters'
  | 'unused-optional';

/** What is wrong with how a tool is described. */
export interface LintFinding extends ToolRef {
  readonly rule: LintRule;
  readonly message: string;
}

/** The analysis of a set of tools, without a run. */
export interface ToolSetReport {
  readonly schemaVersion: 1;
  readonly kind: 'tool-set';
  readonly servers: readonly ListedServer[];
  readonly tools: readonly ListedTool[];
  readonly tokens: number;
  readonly sets: readonly LikelySet[];
  readonly confusable: readonly ConfusablePair[];
  readonly lint: readonly LintFinding[];
  readonly issues: readonly ReportIssue[];
  readonly version: string;
}
