import type {
  CallReport,
  Capped,
  EvalReport,
  MissReport,
  Redaction,
  Report,
  ReportIssue,
  RunLabel,
  ScoreReport,
  TestReport,
  UnmeasuredRun,
} from '../report/report.ts';
import { type RedactionPolicy, SECRETS_ONLY, WITH_PII } from './policy.ts';
import { redactNames } from './redact-names.ts';
import { AS_WRITTEN, Quotes } from './quotes.ts';
import { REDACTED } from './placeholder.ts';
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
  const { version, redaction: _done, whatIf, filter, shard, timing, ...rest } = report;
  return redactNames(
    {
      ...rest,
      tests: report.tests.map((test) => redactMeasured(test, policy)),
      evals: report.evals.map((evaluation) => redactMeasured(evaluation, policy)),
      issues: report.issues.map((issue) => redactIssue(issue, policy)),
      version,
      redaction,
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

function redactMeasured<T extends TestReport | EvalReport>(part: T, policy: RedactionPolicy): T {
  const quotes = new CaseQuotes(part, policy);
  return {
    ...part,
    scores: part.scores.map((score) => redactScore(score, quotes)),
    unmeasured: each(part.unmeasured, (run) => redactUnmeasured(run, policy)),
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

/** The end of a text that was cut, or of a value in it. */
const CUT_WORD = /(?<![\w+/=-])[\w+/=-]{8,}\.\.\./g;

/** Half of a secret is not recognised: a long word that was cut goes. */
function quoteCut(text: string, quotes: Quotes): string {
  return (quotes.value(text) as string).replace(CUT_WORD, `${REDACTED}...`);
}

function each<T>({ total, items }: Capped<T>, map: (item: T) => T): Capped<T> {
  return { total, items: items.map(map) };
}

/** The texts of a saved test by case, in the order in which they stand there. */
class CaseQuotes {
  /** For texts of no case. */
  readonly any: Quotes;
  readonly #byCase = new Map<string, Quotes>();

  constructor(part: TestReport | EvalReport, policy: RedactionPolicy) {
    this.any = new Quotes(policy, () => []);
    const texts = new Map<string, string[]>();
    for (const { calls, misses } of part.scores)
      for (const item of [...calls, ...misses.items]) {
        const list = texts.get(caseOf(item)) ?? [];
        texts.set(caseOf(item), list);
        if ('call' in item) list.push(item.arguments ?? '');
        else list.push(item.expected);
        list.push(item.hint ?? '');
      }
    for (const [label, list] of texts) this.#byCase.set(label, new Quotes(policy, () => list));
  }

  of(label: RunLabel): Quotes {
    return this.#byCase.get(caseOf(label)) ?? AS_WRITTEN;
  }
}

function caseOf(label: RunLabel): string {
  return 'run' in label ? `run ${label.run}` : `case ${label.case}`;
}
