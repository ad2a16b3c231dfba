import { type EvalReport, type Report, suggest, type TestReport } from '#core';
import { runError } from '#run';

/** The verdicts and gates of a report, and what was missed and unexpected: without the evidence. */
export function summariseParts({ verdict, tests, evals, totals, issues }: Report): object {
  return {
    verdict,
    totals,
    tests: tests.map(summariseTest),
    evals: evals.map((part) => ({
      ...summariseTest(part),
      failing: part.cases.flatMap((entry) => (entry.verdict === 'pass' ? [] : [entry.id])),
    })),
    issues,
  };
}

function summariseTest({
  name,
  verdict,
  runs,
  errors,
  gates,
  scores,
}: TestReport | EvalReport): object {
  return {
    name,
    verdict,
    runs,
    errors,
    gates,
    scores: scores.map(({ scorer, key, metrics, missed, unexpected, notMeasured }) => {
      return { scorer, key, metrics, missed, unexpected, notMeasured };
    }),
  };
}

/** All that a report says of a test, or of one case of an eval. */
export function explainEntry(report: Report, name: string, id: string | null): object {
  const parts: readonly (TestReport | EvalReport)[] = [...report.tests, ...report.evals];
  const part = parts.find((candidate) => candidate.name === name);
  if (part === undefined)
    throw missing(
      'test or eval',
      name,
      parts.map((part) => part.name),
    );
  if (id === null) return 'cases' in part ? withoutPassing(part) : part;
  if (!('cases' in part))
    throw missing(
      'eval',
      name,
      report.evals.map((evalReport) => evalReport.name),
    );
  const entry = part.cases.find((candidate) => candidate.id === id);
  if (entry === undefined)
    throw missing(
      'case',
      id,
      part.cases.map((caseReport) => caseReport.id),
    );
  return { eval: name, gates: part.gates, case: entry };
}

/** Passing cases of an eval are many, and explain nothing. */
function withoutPassing(part: EvalReport): object {
  const cases = part.cases.filter(({ verdict }) => verdict !== 'pass').slice(0, MAX_CASES);
  return { ...part, cases };
}

const MAX_CASES = 10;

function missing(what: string, name: string, names: readonly string[]): Error {
  const near = suggest(name, names);
  const hint =
    near === null ? `there are ${names.slice(0, 20).join(', ')}` : `did you mean "${near}"?`;
  return runError('FLAG_MCP', `there is no ${what} "${name}"`, { hint });
}
