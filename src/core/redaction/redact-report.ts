import type {
  CallReport,
  Capped,
  EvalReport,
  MissReport,
  Redaction,
  Report,
  ReportIssue,
  RunEvidence,
  RunLabel,
  ScoreReport,
  TestReport,
  UnmeasuredRun,
} from '../report/report.ts';
import type { Json } from '../json/json.ts';
import { type RedactionPolicy, SECRETS_ONLY, WITH_PII } from './policy.ts';
import { redactComparison } from './redact-comparison.ts';
import { redactNames } from './redact-names.ts';
import { AS_WRITTEN, Quotes } from './quotes.ts';
import { quoteCut, redactEvidence, redactTools, sourcesOfEvidence } from './redact-evidence.ts';
import { Redactor } from './redactor.ts';

const POLICIES: Record<Redaction, RedactionPolicy | null> = {
  none: null,
  secrets: SECRETS_ONLY,
  pii: WITH_PII,
};

/** What is replaced in reports; null: nothing. */
export function policyOf(redaction: Redaction): RedactionPolicy | null {
  return POLICIES[redaction];
}

/**
 * A saved report without what its own redaction left in it. Its texts are cut already: those of a report that is
 * redacted when it is made are cleaner.
 */
export function redactReport(report: Report, redaction: Redaction): Report {
  const policy = policyOf(redaction);
  const done = report.redaction ?? 'none';
  if (policy === null || done === redaction || done === 'pii') return report;
  const {
    baseline,
    version,
    redaction: _done,
    evidenceText,
    whatIf,
    filter,
    shard,
    timing,
    ...rest
  } = report;
  return redactNames(
    {
      ...rest,
      tests: report.tests.map((test) => redactTest(test, policy)),
      evals: report.evals.map((evaluation) => redactEval(evaluation, policy)),
      issues: report.issues.map((issue) => redactIssue(issue, policy)),
      ...(baseline === undefined ? {} : { baseline: redactComparison(baseline, policy) }),
      version,
      redaction,
      ...(evidenceText === undefined ? {} : { evidenceText }),
      ...(whatIf === undefined ? {} : { whatIf }),
      ...(filter === undefined ? {} : { filter }),
      ...(shard === undefined ? {} : { shard }),
      timing,
    },
    policy,
  );
}

/** An issue of a report: it belongs to no case. */
export function redactIssue<T extends Pick<ReportIssue, 'message' | 'hint'>>(
  issue: T,
  policy: RedactionPolicy | null,
): T {
  if (policy === null) return issue;
  const redactor = new Redactor(policy);
  const { message, hint } = issue;
  return {
    ...issue,
    message: redactor.message(message),
    hint: hint === null ? null : redactor.message(hint),
  };
}

function redactTest(test: TestReport, policy: RedactionPolicy): TestReport {
  const { listedRuns } = test;
  const quotes = new CaseQuotes(test, policy);
  for (const { run, evidence } of listedRuns ?? []) quotes.note({ run }, evidence);
  const redacted = redactMeasured(test, quotes, policy);
  if (listedRuns === undefined) return redacted;
  return {
    ...redacted,
    listedRuns: listedRuns.map((listed) => ({
      ...listed,
      evidence: redactEvidence(listed.evidence, quotes.of({ run: listed.run })),
    })),
  };
}

function redactEval(evalReport: EvalReport, policy: RedactionPolicy): EvalReport {
  const quotes = new CaseQuotes(evalReport, policy);
  for (const { id, evidence } of evalReport.cases)
    if (evidence !== undefined) quotes.note({ case: id }, evidence);
  return {
    ...redactMeasured(evalReport, quotes, policy),
    cases: evalReport.cases.map((each) =>
      each.evidence === undefined
        ? each
        : { ...each, evidence: redactEvidence(each.evidence, quotes.of({ case: each.id })) },
    ),
  };
}

function redactMeasured<T extends TestReport | EvalReport>(
  part: T,
  quotes: CaseQuotes,
  policy: RedactionPolicy,
): T {
  const { catalogs } = part;
  return {
    ...part,
    scores: part.scores.map((score) => redactScore(score, quotes)),
    unmeasured: each(part.unmeasured, (run) => redactUnmeasured(run, policy)),
    ...(catalogs === undefined
      ? {}
      : { catalogs: catalogs.map((tools) => redactTools(tools, quotes.any)) }),
  };
}

/** Why a run was not measured: the words of an agent among others. */
export function redactUnmeasured<T extends Pick<UnmeasuredRun, 'message'>>(
  run: T,
  policy: RedactionPolicy | null,
): T {
  return policy === null ? run : { ...run, message: new Redactor(policy).text(run.message) };
}

function redactScore(score: ScoreReport, quotes: CaseQuotes): ScoreReport {
  return {
    ...score,
    calls: score.calls.map((call): CallReport => {
      const quote = quotes.of(call);
      return {
        ...call,
        ...(call.arguments === undefined ? {} : { arguments: quoteCut(call.arguments, quote) }),
        ...(call.hint === undefined ? {} : { hint: quoteCut(call.hint, quote) }),
      };
    }),
    missed: score.missed.map((name) => quotes.any.call(name)),
    misses: each(score.misses, (miss): MissReport => {
      const quote = quotes.of(miss);
      return {
        ...miss,
        expected: quote.call(miss.expected),
        ...(miss.hint === undefined ? {} : { hint: quoteCut(miss.hint, quote) }),
      };
    }),
  };
}

function each<T>({ total, items }: Capped<T>, map: (item: T) => T): Capped<T> {
  return { total, items: items.map(map) };
}

/** The texts of a saved test by case, in the order in which they stand there. */
class CaseQuotes {
  /** For texts of no case. */
  readonly any: Quotes;
  readonly #policy: RedactionPolicy;
  readonly #texts = new Map<string, Json[]>();
  readonly #byCase = new Map<string, Quotes>();

  constructor(part: TestReport | EvalReport, policy: RedactionPolicy) {
    this.#policy = policy;
    this.any = new Quotes(policy, () => []);
    for (const { calls, misses } of part.scores)
      for (const item of [...calls, ...misses.items]) {
        const list = this.#textsOf(item);
        if ('call' in item) list.push(item.arguments ?? '');
        else list.push(item.expected);
        list.push(item.hint ?? '');
      }
  }

  /** Adds the evidence of a case, before anything of it is quoted. */
  note(label: RunLabel, evidence: RunEvidence): void {
    const sources = sourcesOfEvidence(evidence);
    if (sources.length > 0) this.#textsOf(label).push(...sources);
  }

  #textsOf(label: RunLabel): Json[] {
    const name = caseOf(label);
    let texts = this.#texts.get(name);
    if (texts === undefined) this.#texts.set(name, (texts = []));
    return texts;
  }

  of(label: RunLabel): Quotes {
    const name = caseOf(label);
    let quotes = this.#byCase.get(name);
    if (quotes !== undefined) return quotes;
    const texts = this.#texts.get(name);
    quotes = texts === undefined ? AS_WRITTEN : new Quotes(this.#policy, () => texts);
    this.#byCase.set(name, quotes);
    return quotes;
  }
}

function caseOf(label: RunLabel): string {
  return 'run' in label ? `run ${label.run}` : `case ${label.case}`;
}
