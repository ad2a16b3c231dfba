import type { CallRules } from '../calls/call-rules.ts';
import { UserError } from '../issues/issue.ts';
import { CaseModes } from '../labels/case-modes.ts';
import type { FailureMode } from '../labels/failure-modes.ts';
import { parseLabel } from '../labels/label.ts';
import type { QuotedExpectation } from '../report/report.ts';
import { expectedByLabel, expectedByScorers } from '../run-evidence/quote-expected.ts';
import { quoteRun } from '../run-evidence/quote-run.ts';
import type { RunSource } from '../run-evidence/run-source.ts';
import type { CompiledScorer, RunScore } from '../scoring/scorer.ts';
import type { Trace } from '../trace/trace.ts';
import { emptyTrace } from './errored-run.ts';
import type { QuotedRun } from './listed-runs.ts';
import type { MeasurePlan } from './plan.ts';
import { quotesOf } from './quotes-of.ts';
import type { RunScorers } from './run-scorers.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';
import type { CaseRow } from './weighted-sums.ts';

/** A run to be quoted. */
export interface RunToQuote {
  /** Null where there is none that could be read. */
  readonly trace: Trace | null;
  readonly row: CaseRow | null;
  readonly source: RunSource;
  /** Empty where it was not measured. */
  readonly scores: readonly RunScore[];
}

/** Quotes runs of a test or an eval as evidence. */
export class RunQuoter {
  readonly #plan: MeasurePlan;
  readonly #scorers: RunScorers;
  readonly #rules: CallRules;
  readonly #compiler: ScorerCompiler;
  /** Null until a labelled case is quoted. */
  #modes: CaseModes | null = null;

  constructor(plan: MeasurePlan, scorers: RunScorers, rules: CallRules, compiler: ScorerCompiler) {
    this.#plan = plan;
    this.#scorers = scorers;
    this.#rules = rules;
    this.#compiler = compiler;
  }

  quote({ trace: recorded, row, source, scores }: RunToQuote): QuotedRun {
    const ready = this.#scorers.prepare(recorded ?? emptyTrace(), row);
    const isScorable = !('code' in ready);
    const trace = isScorable ? ready.trace : recorded;
    const compiled = isScorable ? ready.compiled : [];
    const quotes = quotesOf(this.#compiler.redaction, {
      trace: trace ?? emptyTrace(),
      row: row?.value ?? null,
      compiled,
    });
    const evidence = quoteRun(
      {
        source,
        trace: recorded === null && row === null ? null : trace,
        isRead: recorded !== null,
        prepared: recorded === null ? null : this.#rules(recorded.calls),
        scores,
        expected: this.#expectedOf(row, compiled),
        modes: recorded === null ? [] : this.#modesOf(row, recorded),
      },
      { quotes, hasTexts: this.#compiler.hasEvidenceText },
    );
    const offered = trace?.offered ?? null;
    return { evidence, catalog: offered === null ? null : this.#compiler.catalogs.quote(offered) };
  }

  #modesOf(row: CaseRow | null, trace: Trace): readonly FailureMode[] {
    const { labels = null } = this.#plan;
    if (labels === null || row === null) return [];
    this.#modes ??= new CaseModes(labels, this.#compiler.services);
    try {
      return this.#modes.of(row.value, this.#rules(trace.calls).calls, trace);
    } catch (error) {
      // A row without a label is not measured: it has no failure mode.
      if (error instanceof UserError) return [];
      throw error;
    }
  }

  #expectedOf(row: CaseRow | null, compiled: readonly CompiledScorer[]): QuotedExpectation | null {
    const { labels = null } = this.#plan;
    if (labels === null || row === null) return expectedByScorers(compiled);
    const parsed = parseLabel(row.value, new Map(labels.classes?.map((one) => [one.name, one])));
    return parsed.ok ? expectedByLabel(parsed.label, row.value) : expectedByScorers(compiled);
  }
}
