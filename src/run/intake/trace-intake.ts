import {
  asWarning,
  type CodeWith,
  EvidenceLog,
  type EvidenceLogState,
  type FormatReport,
  isSourceUrl,
  type Issue,
  type RUN_CODES,
  type RunOutcome,
  type RunSource,
  UserError,
} from '#core';

import {
  type Input,
  readTraces,
  type TraceFormat,
  type TraceRecord,
  EmptyInputs,
  type EmptyInputsState,
} from '#readers';
import type { Claim } from './claims.ts';
import type { EvalRun } from '../eval-runs/eval-run.ts';
import { type FormatCount, FormatCounts } from './format-counts.ts';
import type { IssueList, IssueListState } from '../issues/issue-list.ts';
import type { TestCandidates } from '../test-runs/test-pool.ts';
import type { Origin, TestTraces } from '../test-runs/test-traces.ts';
import { runIssue } from '../issues/run-codes.ts';
import { ambiguousTrace, unclaimedTrace } from './unclaimed-trace.ts';

/** How many traces without a test are listed. */
const LISTED = 20;

export interface IntakeOptions {
  /** The tests that are measured; traces of the others are passed over. */
  readonly selected: ReadonlySet<TestTraces>;
  readonly format: TraceFormat | null;
  readonly allowTornTail: boolean;
  readonly issues: IssueList;
  /** Called with the number of records, each time some were read. */
  readonly onRecords: (count: number) => void;
  /** The rows have taken their traces before: they are passed over. */
  readonly isSecondReading?: boolean;
}

/** What an intake noted beside the runs, as plain data. */
export interface IntakeState {
  readonly formats: readonly FormatCount[];
  readonly unclaimed: EvidenceLogState<Issue>;
  readonly conflicts: EvidenceLogState<Issue>;
  readonly empty: EmptyInputsState;
  readonly issues: IssueListState;
}

/** Who may take traces, and the rows that come first. */
export type Claimants = TestCandidates & Partial<Pick<Claim, 'evals'>>;

/** Reads traces and hands each to the test or row that it belongs to. */
export class TraceIntake {
  readonly #options: IntakeOptions;
  readonly formats: FormatCounts = new FormatCounts();
  readonly #unclaimed = new EvidenceLog<Issue>(LISTED);
  readonly #conflicts = new EvidenceLog<Issue>(LISTED);
  readonly #empty = new EmptyInputs();

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Reads files, each once. Throws a UserError where one of them is unusable as a whole. */
  async read(claim: Claimants, inputs: readonly Input[], origin: Origin): Promise<void> {
    const { format, onRecords } = this.#options;
    const onFormat = (input: Input, format: TraceFormat): void =>
      this.formats.add(input, format, origin.job);
    for await (const records of readTraces(inputs, { format, onFormat })) {
      for (const record of records) {
        if (record.kind === 'trace' && claim.evals !== undefined && claim.evals.length > 0) {
          if (await this.#takenByRows(claim.evals, record)) {
            this.#empty.noteRecord();
            this.#noteIssues(record);
            continue;
          }
        }
        this.take(claim, record, origin);
      }
      onRecords(records.length);
    }
  }

  /** Whether some row has a trace's `case`; each that has takes it. */
  async #takenByRows(
    evals: readonly EvalRun[],
    record: Extract<TraceRecord, { kind: 'trace' }>,
  ): Promise<boolean> {
    if (this.#options.isSecondReading === true)
      return evals.some((evalRun) => evalRun.rowOf(record.trace) !== null);
    let taken = false;
    const source = sourceOf(record);
    for (const evalRun of evals) taken = (await evalRun.takeTrace(record.trace, source)) || taken;
    return taken;
  }

  /** Hands a record to the test that it belongs to; answers how the run ended, where one was measured. */
  take({ owner, pool }: TestCandidates, record: TraceRecord, origin: Origin): RunOutcome | null {
    this.#empty.add(record, origin.job);
    if (record.kind !== 'trace') {
      this.#note(owner ?? pool.only, record, origin);
      return null;
    }
    this.#noteIssues(record);
    const { trace, where } = record;
    const candidates = owner === null ? pool.find(trace) : [owner];
    const [test] = candidates;
    if (test === undefined || candidates.length > 1) {
      const place = this.#unclaimed.total;
      if (!this.#unclaimed.wants(origin.job, place)) this.#unclaimed.skip();
      else {
        const issue =
          test === undefined
            ? unclaimedTrace(pool.tests, trace, { ...where })
            : ambiguousTrace(candidates, { ...where });
        this.#unclaimed.add(origin.job, place, issue);
      }
      return null;
    }
    const outcome = this.#options.selected.has(test)
      ? test.add(trace, sourceOf(record), origin)
      : null;
    if (outcome === null || !('code' in outcome)) return outcome;
    this.#conflicts.add(origin.job, this.#conflicts.total, outcome);
    return null;
  }

  #noteIssues({ trace, where }: Extract<TraceRecord, { kind: 'trace' }>): void {
    for (const issue of trace.issues)
      this.#options.issues.add({ ...issue, where: { ...where, ...issue.where } });
  }

  #note(
    only: TestTraces | null,
    { kind, issue }: Exclude<TraceRecord, { kind: 'trace' }>,
    origin: Origin,
  ): void {
    const { allowTornTail, issues, selected } = this.#options;
    if (kind === 'warning') issues.add(issue);
    else if (issue.code === 'TRACE_TORN_TAIL' && allowTornTail) issues.add(asWarning(issue));
    else if (only !== null && !selected.has(only)) return;
    // A file that is not of traces has no run that could be counted.
    else if (only === null || issue.code === 'FORMAT_UNKNOWN') issues.add(issue);
    else only.addUnreadable(issue, origin);
  }

  /** Some records were counted elsewhere. */
  noteRecords(): void {
    this.#empty.noteRecord();
  }

  state(): IntakeState {
    return {
      formats: this.formats.state(),
      unclaimed: this.#unclaimed.state(),
      conflicts: this.#conflicts.state(),
      empty: this.#empty.state(),
      issues: this.#options.issues.state(),
    };
  }

  merge({ formats, unclaimed, conflicts, empty, issues }: IntakeState): void {
    this.formats.merge(formats);
    this.#unclaimed.merge(unclaimed);
    this.#conflicts.merge(conflicts);
    this.#empty.merge(empty);
    this.#options.issues.merge(issues);
  }

  /** Which formats were read, by name. Throws a UserError where traces do not fit the suites. */
  finish(): readonly FormatReport[] {
    this.#empty.check();
    const issues = [
      ...listed(this.#unclaimed, 'TRACE_UNCLAIMED', 'traces'),
      ...listed(this.#conflicts, 'RUN_CONFLICT', 'conflicts'),
    ];
    if (issues.length > 0) throw new UserError(issues);
    return this.formats.report();
  }
}

/** Where a trace was found. The traces of a service have one address: their ids distinguish them, unless it names a run. */
function sourceOf({ trace, where, format }: Extract<TraceRecord, { kind: 'trace' }>): RunSource {
  const { file = '', line } = where;
  const isRemote = line === undefined && isSourceUrl(file) && !/[?&]run=/.test(file);
  const place = isRemote && trace.id !== null ? { ...where, pointer: trace.id } : where;
  return format === undefined ? { where: place } : { where: place, format };
}

/** Issues of which each hint is shown once, below the last that it belongs to. */
function hintedOnce(issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue, at) => {
    if (issue.hint === undefined || issue.hint !== issues[at + 1]?.hint) return issue;
    const { hint: _, ...rest } = issue;
    return rest;
  });
}

/** The first of them, and how many more there are. */
function listed(
  log: EvidenceLog<Issue>,
  code: CodeWith<typeof RUN_CODES>,
  what: string,
): readonly Issue[] {
  const first = hintedOnce(log.first().map(({ item }) => item));
  const hidden = log.total - first.length;
  if (hidden === 0) return first;
  const message = `and ${hidden} more ${what}`;
  return [...first, runIssue(code, message)];
}
