import { type Issue, metricsOfPlan } from '#core';
import type { EvalPlan, Suite, TestPlan } from '#suite';
import { judgeIssue } from '#judge';

/** Judged gates, where their suite forbids them in CI. */
export function findGatesInCi(
  suite: Suite,
  { CI: ci = '' }: Readonly<Record<string, string | undefined>>,
): readonly Issue[] {
  if (suite.judge?.gatesInCi !== false || /^(?:|0|false)$/i.test(ci)) return [];
  return [...suite.tests, ...suite.evals].flatMap((plan) =>
    judgedGates(plan).map((metric): Issue =>
      judgeIssue(
        'JUDGE_GATES_IN_CI',
        `"${plan.name}" gates ${metric}, which a judge decides, and the suite forbids that in CI`,
        {
          where: { file: suite.file, line: plan.line },
          hint: 'give the scorer `purpose: qa`, drop the gate, or allow it with `gates_in_ci: true`',
        },
      ),
    ),
  );
}

function judgedGates({ scorers, gates }: TestPlan | EvalPlan): readonly string[] {
  const judged = new Set(
    scorers
      .filter(({ scorer }) => scorer.isJudged === true)
      .flatMap((plan) => metricsOfPlan(plan).map(({ id }) => id)),
  );
  return gates
    .map(({ metric }) => metric)
    .filter((metric) => judged.has(metric.replace(/(^|\.)(?:raw|weighted)\./, '$1')));
}
