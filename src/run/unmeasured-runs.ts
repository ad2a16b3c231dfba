import {
  type Capped,
  type CodeWith,
  EvidenceLog,
  type EvidenceLogState,
  type Issue,
  type RedactionPolicy,
  redactUnmeasured,
  type RunLabel,
  type RunOrder,
  type UnmeasuredRun,
} from '#core';
import type { ReadFailure } from '#readers';
import type { RUN_CODES } from './codes.ts';
import { formatPlace } from './format-place.ts';

/** An issue that keeps a run from being measured, as the table of its code says. */
export type UnmeasuredIssue =
  | ReadFailure
  | Issue<CodeWith<typeof RUN_CODES, 'errored' | 'not measured' | 'not measured or partial'>>;

/** Why a run could not be measured. */
export interface Unmeasured {
  readonly code: string;
  readonly message: string;
  readonly where: string | null;
}

/** The runs of a test or an eval that could not be measured: all counted, the first of them listed. */
export class UnmeasuredRuns {
  readonly #log = new EvidenceLog<Unmeasured>();
  readonly #redaction: RedactionPolicy | null;

  constructor(redaction: RedactionPolicy | null) {
    this.#redaction = redaction;
  }

  get total(): number {
    return this.#log.total;
  }

  add(order: RunOrder, issue: UnmeasuredIssue): void {
    if (!this.#log.wants(order, 0)) {
      this.#log.skip();
      return;
    }
    const { code, where, hint } = issue;
    const message = hint === undefined ? issue.message : `${issue.message}; ${hint}`;
    const run = { code, message, where: formatPlace(where) };
    this.#log.add(order, 0, redactUnmeasured(run, this.#redaction));
  }

  save(): EvidenceLogState<Unmeasured> {
    return this.#log.save();
  }

  merge(state: EvidenceLogState<Unmeasured>): void {
    this.#log.merge(state);
  }

  report(labelOf: (order: RunOrder) => RunLabel): Capped<UnmeasuredRun> {
    return {
      total: this.total,
      items: this.#log.first().map(({ run, item }) => ({ ...labelOf(run), ...item })),
    };
  }
}
