import type { ReportIssue } from '../report/report.ts';
import type { JudgedTools } from './judged-report.ts';
import type { ToolRef, ToolSpec } from '../trace/trace.ts';

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

/** The same for what two tools of different servers do. */
export interface FunctionLikeness extends Likeness {
  /** How alike the other tools of the two servers are; null where one has no others. */
  readonly servers: number | null;
  /** The verb of both, as the first writes it; null where they have different ones or none. */
  readonly action: string | null;
}

/** Two tools of different servers that probably do the same job, and what speaks for it. */
export interface LikelyPair {
  readonly members: readonly [ToolRef, ToolRef];
  readonly likeness: FunctionLikeness;
  /** What both say, most distinctive first, and what both take, as the first writes it. */
  readonly words: readonly string[];
  readonly parameters: readonly string[];
}

/** Tools of different servers that probably do the same job. */
export interface LikelySet {
  readonly name: string;
  readonly members: readonly ToolRef[];
  /** That of the two members that are least alike. */
  readonly likeness: FunctionLikeness;
  /** What all members have in common. */
  readonly words: readonly string[];
  readonly parameters: readonly string[];
  /** Every two members. */
  readonly pairs: readonly LikelyPair[];
}

/** Two tools that a model may take for each other. */
export interface ConfusablePair {
  /** The server of both, or of the first. */
  readonly server: string | null;
  /** The server of the second, where it is another one. */
  readonly otherServer?: string | null;
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
  | 'unused-optional'
  | 'skill-name'
  | 'skill-trigger'
  | 'skill-length'
  | 'skill-key';

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
  /** What a model says about doubtful pairs; absent where none was asked. */
  readonly judged?: JudgedTools;
  readonly issues: readonly ReportIssue[];
  readonly version: string;
}
