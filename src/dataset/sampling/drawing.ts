import {
  compileRequesters,
  type Issue,
  type Json,
  rejectUnknownRequesters,
  type RequesterCount,
  RequesterCounts,
  type ToolSpec,
  type Trace,
} from '#core';
import { readKept, type TraceRecord, writeKept } from '#readers';
import { formatCases, manifestOf, type SampleManifest } from './sample.ts';
import { type SamplePlan, Sampler, type SamplerState, type SentTrace } from './sampler.ts';

/** How cases are drawn from traces, as plain data. */
export interface DrawingSetup {
  readonly plan: SamplePlan;
  readonly requester: readonly string[] | null;
  /** Text of `writeKept`: the tools that were offered where a trace does not say; null without a catalog. */
  readonly catalog: string | null;
}

/** A sample as it will be written, and what could not be read. */
export interface DrawnSample {
  readonly manifest: SampleManifest;
  /** The text of `sample.jsonl`. */
  readonly cases: string;
  /** The first records that could not be read, and what is odd about the files. */
  readonly issues: readonly Issue[];
}

/** What some records lack, in their order. */
export interface DrawnJob {
  readonly records: number;
  readonly unreadable: number;
  readonly issues: readonly Issue[];
}

/** The part of a drawing that is merged in any order. */
export interface DrawingState {
  readonly sampler: SamplerState;
  readonly requesters: readonly RequesterCount[];
}

const MAX_ISSUES = 20;

/** Draws cases from records. */
export class Drawing {
  readonly setup: DrawingSetup;
  readonly #sampler: Sampler;
  readonly #requesters: RequesterCounts;
  readonly #isCounted: (requester: string | null) => boolean;
  readonly #catalog: readonly ToolSpec[] | null;
  readonly #issues: Issue[];
  #records = 0;
  #unreadable = 0;
  #job = { records: 0, unreadable: 0, issues: [] as Issue[] };

  constructor(setup: DrawingSetup, warnings: readonly Issue[] = []) {
    const { plan, requester, catalog } = setup;
    this.setup = setup;
    this.#sampler = new Sampler(plan);
    this.#requesters = new RequesterCounts(requester);
    this.#isCounted = compileRequesters(requester);
    this.#catalog = catalog === null ? null : (readKept(catalog) as unknown as ToolSpec[]);
    this.#issues = [...warnings];
  }

  add(record: TraceRecord): void {
    const job = this.#job;
    job.records += 1;
    if (record.kind === 'trace') {
      const { trace } = record;
      this.#requesters.add(trace.calls);
      const calls = trace.calls.filter(({ requester }) => this.#isCounted(requester));
      this.#sampler.add({ ...trace, calls, offered: trace.offered ?? this.#catalog });
      return;
    }
    if (record.kind === 'error') job.unreadable += 1;
    if (job.issues.length < MAX_ISSUES) job.issues.push(record.issue);
  }

  endJob(): DrawnJob {
    const job = this.#job;
    this.#job = { records: 0, unreadable: 0, issues: [] };
    return job;
  }

  mergeJob({ records, unreadable, issues }: DrawnJob): void {
    this.#records += records;
    this.#unreadable += unreadable;
    this.#issues.push(...issues.slice(0, Math.max(0, MAX_ISSUES - this.#issues.length)));
  }

  state(): DrawingState {
    return {
      sampler: this.#sampler.state((trace) => this.#write(trace)),
      requesters: this.#requesters.state(),
    };
  }

  merge({ sampler, requesters }: DrawingState): void {
    this.#sampler.merge(sampler, (sent) => this.#read(sent));
    this.#requesters.merge(requesters);
  }

  /** A trace as text keeps numbers as they are written. The catalog, which many traces share, is left out. */
  #write(trace: Trace): SentTrace {
    const hasCatalog = this.#catalog !== null && trace.offered === this.#catalog;
    const sent = hasCatalog ? { ...trace, offered: null } : trace;
    const text = writeKept(sent as unknown as Json);
    // Text that is nested too deeply would not be read again.
    const isReadable = text.startsWith('=') || readKept(text) !== undefined;
    return { hasCatalog, trace: isReadable ? text : sent };
  }

  #read({ hasCatalog, trace: sent }: SentTrace): Trace {
    const trace = typeof sent === 'string' ? (readKept(sent) as unknown as Trace) : sent;
    return hasCatalog ? { ...trace, offered: this.#catalog } : trace;
  }

  /** The sample. Throws a UserError for requesters that no call has. */
  finish(): DrawnSample {
    this.mergeJob(this.endJob());
    rejectUnknownRequesters(this.#requesters, this.#records);
    const sample = this.#sampler.finish();
    return {
      manifest: manifestOf(sample, this.#unreadable),
      cases: formatCases(sample.cases),
      issues: this.#issues,
    };
  }
}
