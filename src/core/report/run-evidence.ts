import type { Json } from '../json/json.ts';
import type { CallVerdict } from '../scoring/scorer.ts';
import type { CallStatus } from '../trace/trace.ts';
import type { Verdict } from './report.ts';
import type { GateReport } from './score-report.ts';

/**
 * What a person needs to see why a run or a case has its verdict. Texts and arguments are redacted, cut and bounded;
 * entries beyond the limits, and all entries of a run with `--no-evidence-text`, have `where` and names only.
 */
export interface RunEvidence {
  /** `file:line`, `archive!member:line`, a source address, or of a driven run its suite line and run number. */
  readonly where: string;
  /** Which run of the case is quoted, where it has several. */
  readonly run?: number;
  /** The last words of the user; of a conversation, those before the call that decides. */
  readonly question?: string;
  /** The final answer of the agent. */
  readonly answer?: string;
  /** What was said before the question and between the calls, as far as there is room for it. */
  readonly said?: readonly QuotedTurn[];
  /** In the order of the trace. */
  readonly calls?: readonly QuotedCall[];
  /** How many further calls the run has. */
  readonly moreCalls?: number;
  readonly expected?: QuotedExpectation;
  /** Of a run of a test: the gates that do not hold on it alone. */
  readonly failedGates?: readonly FailedGate[];
  /** How many answers the model had begun when the question was asked; absent where it comes first. */
  readonly asked?: number;
  readonly model?: string;
  /** The trace format; absent where the run is native. */
  readonly format?: string;
  /** The trace id of OpenTelemetry; absent where the run did not come from there. */
  readonly trace?: string;
  /** The tools that were offered: a place in `catalogs` of the test or eval. */
  readonly catalog?: number;
  readonly tokens?: number;
  readonly cost?: number;
  readonly durationMs?: number;
  /** Present where a text, an argument or a turn was cut to stay within the limits. */
  readonly cut?: true;
  /** Present where only the names of calls were read: arguments, results, texts and times may exist. */
  readonly namesOnly?: true;
}

/** Something that was said in a run. */
export interface QuotedTurn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** How many answers the model had begun by then. */
  readonly turn: number;
}

/** A tool call of a run. */
export interface QuotedCall {
  readonly tool: string;
  /** The arguments, or their text where that is not a JSON object; absent where there were none, or with `namesOnly`. */
  readonly arguments?: Json;
  readonly status?: CallStatus;
  /** The worst verdict that a scorer gave it; absent where all were content. */
  readonly verdict?: CallVerdict;
  /** Which answer of the model asked for it, from 1: calls of one answer are parallel. */
  readonly turn?: number;
  /** Who asked, where it was not the agent itself. */
  readonly requester?: string;
  readonly result?: string;
}

/** What was expected of a run. */
export interface QuotedExpectation {
  /** Tools or classes, each with its labelled arguments; an empty list says that no tool should be called. */
  readonly calls: readonly { readonly tool: string; readonly arguments?: Json }[];
  /** Other tools that are as good as the first call. */
  readonly alternatives?: readonly string[];
  readonly rationale?: string;
  /** The reviewers whose labels agree with it. */
  readonly agreed?: readonly string[];
}

/** A gate that does not hold on a single run. */
export interface FailedGate extends Pick<GateReport, 'metric' | 'op' | 'value' | 'unit'> {
  /** What the run has; null where the metric does not apply to it. */
  readonly observed: number | null;
  /** The key or the name of the scorer of the metric. */
  readonly scorer: string;
}

/** A run of a test that is listed: the first of each verdict. */
export interface ListedRun {
  readonly run: number;
  readonly verdict: Verdict;
  readonly evidence: RunEvidence;
}

/** A tool that was offered. */
export interface QuotedTool {
  readonly tool: string;
  readonly description?: string;
}
