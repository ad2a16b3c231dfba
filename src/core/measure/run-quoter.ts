import type { CallRules } from '../calls/call-rules.ts';
import { parseLabel } from '../labels/label.ts';
import type { FailedGate, QuotedExpectation } from '../report/report.ts';
import { expectedByLabel, expectedByScorers } from '../run-evidence/quote-expected.ts';
import { quoteRun } from '../run-evidence/quote-run.ts';
import type { RunSource } from '../run-evidence/run-source.ts';
import type { CompiledScorer, RunScore } from '../scoring/scorer.ts';
import { listClasses, type ToolClass } from '../tools/tool-class.ts';
import type { Trace } from '../trace/trace.ts';
import { emptyTrace } from './errored-run.ts';
import type { QuotedRun } from './listed-runs.ts';
import type { MeasurePlan } from './plan.ts';
import { quotesOfWhole } from './quotes-of.ts';
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

/** The gates that a run with these scores fails alone. */
type FailedGates = (scores: readonly RunScore[]) => readonly FailedGate[];

/** Quotes runs of a test or an eval as evidence. */
export class RunQuoter {
  readonly #plan: MeasurePlan;
  readonly #scorers: RunScorers;
  readonly #rules: CallRules;
  readonly #compiler: ScorerCompiler;
  readonly #failedGates: FailedGates;
  readonly #classes: ReadonlyMap<string, ToolClass>;

  constructor(
    plan: MeasurePlan,
    scorers: RunScorers,
    rules: CallRules,
    compiler: ScorerCompiler,
    failedGates: FailedGates,
  ) {
    this.#plan = plan;
    this.#failedGates = failedGates;
    this.#scorers = scorers;
    this.#rules = rules;
    this.#compiler = compiler;
    const classes = listClasses(plan.labels?.classes ?? []);
    this.#classes = new Map(classes.map((each) => [each.name, each]));
  }

  quote({ trace: recorded, row, source, scores }: RunToQuote): QuotedRun {
    const ready = this.#scorers.prepare(recorded ?? emptyTrace(), row);
    const isScorable = !('code' in ready);
    const trace = isScorable ? ready.trace : recorded;
    const compiled = isScorable ? ready.compiled : [];
    const quotes = quotesOfWhole(this.#compiler, {
      trace: trace ?? emptyTrace(),
      row: row?.value ?? null,
      compiled,
    });
    const fitted = quoteRun(
      {
        source,
        trace: recorded === null && row === null ? null : trace,
        isRead: recorded !== null,
        prepared: recorded === null ? null : this.#rules((trace ?? recorded).calls),
        scores,
        expected: this.#expectedOf(row, compiled),
        // A case passes by its scorers, not by gates.
        failedGates: row !== null || scores.length === 0 ? [] : this.#failedGates(scores),
      },
      { quotes, hasTexts: this.#compiler.hasEvidenceText },
    );
    const offered = trace?.offered ?? null;
    return { ...fitted, catalog: offered === null ? null : this.#compiler.catalogs.quote(offered) };
  }

  #expectedOf(row: CaseRow | null, compiled: readonly CompiledScorer[]): QuotedExpectation | null {
    const { labels = null } = this.#plan;
    if (labels === null || row === null) return expectedByScorers(compiled);
    const parsed = parseLabel(row.value, this.#classes);
    return parsed.ok ? expectedByLabel(parsed.label, row.value) : expectedByScorers(compiled);
  }
}
