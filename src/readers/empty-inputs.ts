import { EvidenceLog, type EvidenceLogState, type Issue, UserError } from '#core';
import type { TraceRecord } from './reader.ts';
import { readIssue } from './records/read-codes.ts';

/** How many files without a record are listed. */
const LISTED = 20;

/** Whether an issue says of a whole file that there is no run in it. */
function isWithoutRuns(code: string): boolean {
  return code === 'NO_RECORDS' || code === 'FORMAT_UNKNOWN';
}

/** What is known of empty inputs, as plain data. */
export interface EmptyInputsState {
  readonly hasRecords: boolean;
  readonly empty: EvidenceLogState<Issue>;
}

/** Files without a record, or in an unknown format: each is one errored record beside files with runs, and unusable input where no file has one. */
export class EmptyInputs {
  #hasRecords = false;
  readonly #empty = new EvidenceLog<Issue>(LISTED);

  /** Some input has a record. */
  noteRecord(): void {
    this.#hasRecords = true;
  }

  add(record: TraceRecord, job = 0): void {
    if (record.kind === 'error' && isWithoutRuns(record.issue.code))
      this.#empty.add(job, this.#empty.total, record.issue);
    else if (record.kind !== 'warning') this.#hasRecords = true;
  }

  /** Whether nothing but empty inputs was read so far. */
  get areAll(): boolean {
    return !this.#hasRecords;
  }

  /** Throws a UserError where no input has a record. */
  check(): void {
    if (this.#hasRecords || this.#empty.total === 0) return;
    const first = this.#empty.first().map(({ item }) => item);
    const hidden = this.#empty.total - first.length;
    if (hidden === 0) throw new UserError(first);
    const message = `and ${hidden} more files without a run`;
    throw new UserError([...first, readIssue('NO_RECORDS', message)]);
  }

  state(): EmptyInputsState {
    return { hasRecords: this.#hasRecords, empty: this.#empty.state() };
  }

  merge({ hasRecords, empty }: EmptyInputsState): void {
    this.#hasRecords ||= hasRecords;
    this.#empty.merge(empty);
  }
}
