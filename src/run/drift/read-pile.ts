import {
  asWarning,
  type CallRules,
  erroredIssue,
  EVIDENCE_CAP,
  formatPlace,
  formatWhere,
  ignoreTypes,
  type Issue,
  type PileReport,
  PileSums,
  redactIssue,
  type RedactionPolicy,
  type RequesterCounts,
  withoutCredentials,
} from '#core';
import { openTraces, type TraceRecord } from '#readers';
import { FormatCounts } from '../intake/format-counts.ts';
import type { IssueList } from '../issues/issue-list.ts';
import { runIssue } from '../issues/run-codes.ts';

/** How a pile is read. */
export interface PileOptions {
  readonly cwd: string;
  readonly format: string | null;
  readonly allowTornTail: boolean;
  /** Types of a record that its reader does not know, and that are not calls. */
  readonly ignoreTypes: readonly string[];
  readonly regex: (pattern: string) => (text: string) => boolean;
  readonly redaction: RedactionPolicy | null;
  readonly rules: CallRules;
  readonly requester: readonly string[] | null;
  readonly requesters: RequesterCounts;
  readonly issues: IssueList;
  readonly onProgress: (traces: number) => void;
}

/** One of the two piles: what was counted, and what could not be. */
export class Pile {
  readonly sums: PileSums;
  readonly #source: string;
  readonly #options: PileOptions;
  readonly #formats = new FormatCounts();
  readonly #unmeasured: PileReport['unmeasured']['items'][number][] = [];
  #records = 0;
  #errors = 0;

  constructor(source: string, options: PileOptions) {
    this.#source = source;
    this.#options = options;
    this.sums = new PileSums({ regex: options.regex });
  }

  get errors(): number {
    return this.#errors;
  }

  /** Reads the pile. Throws a UserError where there is nothing to read. */
  async read(): Promise<void> {
    const { cwd, format, allowTornTail, issues, onProgress } = this.#options;
    const { warnings, batches } = await openTraces([this.#source], cwd, {
      format,
      allowTornTail,
      onFormat: (input, known) => this.#formats.add(input, known),
    });
    for (const issue of warnings) issues.add(issue);
    await this.take(batches, onProgress);
  }

  /** Has a database count the pile; reads it where that is not possible. */
  async count(): Promise<void> {
    const { countSource } = await import('../push-down/count-source.ts');
    const counted = await countSource(this.#source, this.#options);
    if ('pile' in counted) {
      this.sums.addCounted(counted.pile);
      return;
    }
    const message = `${withoutCredentials(this.#source)} is streamed: ${counted.why}`;
    this.#options.issues.add(runIssue('PUSH_DOWN_STREAMED', message));
    await this.read();
  }

  /** Adds records that were read elsewhere. */
  async take(
    batches: AsyncIterable<readonly TraceRecord[]>,
    onProgress: (traces: number) => void = () => {},
  ): Promise<void> {
    for await (const records of batches) {
      for (const record of records) this.#add(record);
      onProgress(records.length);
    }
  }

  report(): PileReport {
    const { runs, partial, calls, tools } = this.sums;
    let called = 0;
    for (const tally of tools.all()) if (tally.calls > 0) called += 1;
    return {
      source: withoutCredentials(this.#source),
      runs: { measured: runs, errors: this.#errors, partial },
      calls,
      tools: called,
      formats: this.#formats.report(),
      unmeasured: { total: this.#errors, items: this.#unmeasured },
    };
  }

  #add(record: TraceRecord): void {
    const { issues, rules, requesters } = this.#options;
    if (record.kind === 'warning') {
      issues.add(record.issue);
      return;
    }
    this.#records += 1;
    if (record.kind === 'error') {
      this.#addError(record.issue);
      return;
    }
    const { where } = record;
    const trace = ignoreTypes(record.trace, this.#options.ignoreTypes);
    for (const issue of trace.issues)
      issues.add(asWarning({ ...issue, where: { ...where, ...issue.where } }));
    const fault = erroredIssue(trace, where);
    if (fault !== null) {
      this.#addError(fault);
      return;
    }
    requesters.add(trace.calls);
    this.sums.add(trace, rules(trace.calls).calls, () => formatWhere(where));
  }

  #addError({ code, message, where, hint }: Issue): void {
    this.#errors += 1;
    if (this.#unmeasured.length >= EVIDENCE_CAP) return;
    const text = hint === undefined ? message : `${message}; ${hint}`;
    const listed = {
      code,
      severity: 'error',
      message: text,
      where: formatPlace(where),
      hint: null,
    } as const;
    const clean = redactIssue(listed, this.#options.redaction);
    this.#unmeasured.push({
      run: this.#records,
      code,
      message: clean.message,
      where: clean.where,
    });
  }
}
