import type { CallFinding, DriftReport, TestReport, Verdict } from '#core';

/**
 * What is known of a trace that arrives: `open` until it was assembled, `run` with a span of an agent, a model or a
 * tool, `other` without one, `unreadable` where the reader cannot read it.
 */
export type LiveOutcome = 'open' | 'run' | 'other' | 'unreadable';

export const LIVE_OUTCOMES: readonly LiveOutcome[] = ['open', 'run', 'other', 'unreadable'];

/** What was made of a trace, without secrets. */
export interface LiveSummary {
  readonly question: string | null;
  /** The called tools, each once, in the order of their first calls. */
  readonly tools: readonly string[];
  readonly calls: number;
  readonly spans: number;
  /** How many calls have each fault. */
  readonly findings: Readonly<Partial<Record<CallFinding, number>>>;
  /** Names that were called and not offered. */
  readonly unknownTools: readonly string[];
  /** Whether the trace records what was offered: otherwise unknown names cannot be found. */
  readonly hasOffers: boolean;
  /** The test of the suite that takes it; null where none does. */
  readonly test: string | null;
  /** Why it is unreadable, or was not measured. */
  readonly why: string | null;
  readonly model: string | null;
  readonly agent: string | null;
  readonly durationMs: number | null;
}

/** A trace in the list. */
export interface ApiLiveTrace {
  readonly place: number;
  readonly id: string;
  readonly change: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly records: number;
  readonly isWaiting: boolean;
  readonly outcome: LiveOutcome;
  readonly verdict: Verdict | null;
  readonly summary: LiveSummary | null;
}

/** A page of the list. */
export interface ApiLivePage {
  readonly items: readonly ApiLiveTrace[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  /** The change that the page is up to: events follow from there. */
  readonly change: number;
}

/** A trace in full: the report of a test with this run alone, as `run` writes it. */
export interface ApiLiveRun {
  readonly trace: ApiLiveTrace;
  /** Null where there is no run that could be shown. */
  readonly report: TestReport | null;
}

/** What was counted since the server started, and what is stored. */
export interface ApiLiveCounters {
  readonly spans: number;
  readonly logs: number;
  /** Spans and log records without a usable trace id. */
  readonly rejected: number;
  readonly requests: number;
  /** Requests that were turned away: too much at once, too large, or not OTLP. */
  readonly refused: number;
  /** Traces that were deleted because of their age or the size of the log. */
  readonly pruned: number;
  /** Lines of the log that could not be read at the start. */
  readonly damaged: number;
  readonly bytes: number;
  /** Stored traces by outcome, and scored ones by verdict. */
  readonly traces: Readonly<Record<LiveOutcome, number>>;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/** The runs that came in the last minutes. */
export interface ApiLiveRates {
  readonly seconds: number;
  readonly runs: number;
  /** Runs per second and spans per second over the last ten seconds. */
  readonly runsPerSecond: number;
  readonly spansPerSecond: number;
  /** Of the runs with calls: how many have a call with this fault. */
  readonly withCalls: number;
  readonly failed: number;
  /** Of the runs whose offered tools are recorded. */
  readonly withOffers: number;
  readonly hallucinated: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** The most frequent tools, with how many runs called them. */
  readonly tools: readonly (readonly [tool: string, runs: number])[];
  /** Names that were called and not offered, with how many runs called them. */
  readonly unknownTools: readonly (readonly [name: string, runs: number])[];
}

/** Which traces are written to a sample for labelling. */
export interface LiveQueueRule {
  /** The folder of the sample, within the project. */
  readonly folder: string;
  readonly when: 'all' | 'failed' | 'unknown-tools';
  /** Only runs that call this tool; null for any. */
  readonly tool: string | null;
  /** How many percent of these runs, above 0 and at most 100. */
  readonly percent: number;
}

/** What the page of live traces starts with. */
export interface ApiLive {
  /** What points an agent here. */
  readonly environment: readonly (readonly [name: string, value: string])[];
  readonly suite: { readonly file: string; readonly tests: readonly string[] } | null;
  /** The suites of the project that traces may be scored by. */
  readonly suites: readonly string[];
  /** Why the suite that was chosen is not used. */
  readonly suiteFault: string | null;
  readonly retention: { readonly days: number; readonly bytes: number };
  readonly rule: LiveQueueRule | null;
  /** How many cases the rule has written since the server started. */
  readonly queued: number;
  /** Why cases could not be written, the last time. */
  readonly queueFault: string | null;
  readonly counters: ApiLiveCounters;
  readonly rates: ApiLiveRates;
}

/** The gates of the suite over the newest runs together. */
export interface ApiLiveGates {
  /** How many runs were asked for at most. */
  readonly last: number;
  readonly runs: number;
  /** Runs that no test takes, or several. */
  readonly untaken: number;
  /** Traces whose lines cannot be read any more. */
  readonly unreadable: number;
  /** When the oldest and the newest of them ended; null where there is none. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly tests: readonly TestReport[];
}

/** Two windows of what arrived, compared as `whichtool drift` compares files. */
export interface ApiLiveDrift {
  readonly report: DriftReport;
  readonly before: ApiLiveWindow;
  readonly after: ApiLiveWindow;
}

/** How many traces of a window there are, and how many of them were read. */
interface ApiLiveWindow {
  readonly arrived: number;
  readonly read: number;
}
