import type { Capped, RunLabel, UnmeasuredRun } from '../report/report.ts';
import { EvidenceLog, type EvidenceLogState } from './evidence-log.ts';
import type { Issue } from '../issues/issue.ts';
import type { RedactionPolicy } from '../redaction/policy.ts';
import { redactUnmeasured } from '../redaction/redact-report.ts';
import type { RunOrder } from './evidence.ts';
import { formatPlace } from '../issues/format-place.ts';

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

  add(order: RunOrder, issue: Issue): void {
    if (!this.#log.wants(order, 0)) {
      this.#log.skip();
      return;
    }
    const { code, where, hint } = issue;
    const message = hint === undefined ? issue.message : `${issue.message}; ${hint}`;
    const run = { code, message, where: formatPlace(where) };
    this.#log.add(order, 0, redactUnmeasured(run, this.#redaction));
  }

  state(): EvidenceLogState<Unmeasured> {
    return this.#log.state();
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
