import type { EvalReport, Report, RunEvidence, TestReport, Verdict } from '#core';

/** A score or verdict of a run, a case, a test or an eval, as observability tools record it. */
export interface EvaluationResult {
  /** What was evaluated: `whichtool.verdict`, or the id of a metric. */
  readonly name: string;
  /** Null where it is not measured. */
  readonly score: number | null;
  readonly label: string | null;
  readonly explanation: string | null;
  /** The run that it is about; null where it is about all runs of a test or eval. */
  readonly evidence: RunEvidence | null;
  readonly about: Readonly<Record<string, string | number>>;
}

/** Everything that a report says of single runs, then of tests and evals, in its order. */
export function* evaluationResults(report: Report): Generator<EvaluationResult> {
  const suite = report.suites.map(({ sha256 }) => sha256).join(',');
  const shared: EvaluationResult['about'] = suite === '' ? {} : { 'whichtool.suite.sha256': suite };
  for (const test of report.tests) {
    const about = { ...shared, 'whichtool.test': test.name };
    for (const { run, verdict, evidence } of test.listedRuns ?? [])
      yield runResult(verdict, evidence, { ...about, 'whichtool.run': run });
    yield* partResults(test, about);
  }
  for (const part of report.evals) {
    const about = { ...shared, 'whichtool.eval': part.name };
    for (const { id, verdict, modes = [], evidence } of part.cases)
      yield {
        ...runResult(verdict, evidence ?? null, { ...about, 'whichtool.case': id }),
        ...(modes.length === 0 ? {} : { explanation: modes.join(', ') }),
      };
    yield* partResults(part, about);
  }
}

function runResult(
  verdict: Verdict,
  evidence: RunEvidence | null,
  about: EvaluationResult['about'],
): EvaluationResult {
  // An error is not measured: it has no score, which would be an opinion.
  const score = verdict === 'pass' ? 1 : verdict === 'fail' ? 0 : null;
  const explanation = evidence === null ? null : `at ${evidence.where}`;
  return { name: VERDICT, score, label: verdict, explanation, evidence, about };
}

const VERDICT = 'whichtool.verdict';

function* partResults(
  { verdict, scores, gates }: TestReport | EvalReport,
  about: EvaluationResult['about'],
): Generator<EvaluationResult> {
  const failed = gates.filter(({ pass }) => !pass).map(({ metric }) => metric);
  const explanation = failed.length === 0 ? null : `gates that did not hold: ${failed.join(', ')}`;
  yield { ...runResult(verdict, null, about), explanation };
  for (const { scorer, key, metrics, notMeasured, missed, unexpected } of scores)
    for (const [name, score] of Object.entries(metrics))
      yield {
        name,
        score,
        label: score === null ? 'not measured' : null,
        explanation: notMeasured?.[name] ?? explainCalls(missed, unexpected),
        evidence: null,
        about: {
          ...about,
          'whichtool.scorer': scorer,
          ...(key === null ? {} : { 'whichtool.key': key }),
        },
      };
}

function explainCalls(missed: readonly string[], unexpected: readonly string[]): string | null {
  const parts = [
    missed.length === 0 ? '' : `missed: ${missed.join(', ')}`,
    unexpected.length === 0 ? '' : `unexpected: ${unexpected.join(', ')}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('; ');
}
