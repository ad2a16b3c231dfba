import {
  type FoundMetric,
  isJsonObject,
  type ScorerPlan,
  type MetricSpec,
  rawMetrics,
  weightedMetrics,
} from '#core';
import type { MatcherDocument, Path } from '#schema';
import type { Build } from './build.ts';

/** Rejects `corrected: true` where no calibration says what people would call good. */
export function checkCorrected(
  { metric, plan }: FoundMetric,
  matcher: MatcherDocument,
  path: Path,
  { document, problems }: Build,
): void {
  const reject = (message: string, hint: string): void =>
    problems.keyError('SUITE_CORRECTED', path, message, hint);
  if (plan === null || specOf(metric.id, plan)?.judgedBy === undefined) {
    const why =
      plan?.scorer.isJudged === true
        ? 'it is not a share of runs, and people rate whether a run is good'
        : 'no judge decides it';
    reject(`${metric.id} cannot be corrected: ${why}`, 'answer.pass and goal.achieved can be');
  } else if (!Object.hasOwn(matcher, '>=') && !Object.hasOwn(matcher, '>')) {
    reject('corrected needs >= or >', 'what is gated is the lower limit of the corrected share');
  } else if (!isWhole(plan)) {
    const message = `${metric.id} cannot be corrected with this pass_at: a rating of 1 says that all parts are good`;
    reject(message, 'leave pass_at out, so that an answer passes with all parts');
  } else if (document.judge !== undefined && document.judge.calibration === undefined) {
    const hint =
      'run whichtool judge calibrate, then add calibration: judge-calibration.json to `judge`';
    reject('corrected needs a calibration of the judge', hint);
  }
}

/** The metric of the scorer itself: not one of a fold. */
function specOf(id: string, { scorer, key }: ScorerPlan): MetricSpec | undefined {
  const prefix = key === null ? '' : `${key}.`;
  const specs = [...scorer.metrics, ...rawMetrics(scorer), ...weightedMetrics(scorer)];
  return specs.find((spec) => prefix + spec.id === id);
}

/** Whether an answer passes only where all of its parts are good. */
function isWhole({ options, templates }: ScorerPlan): boolean {
  if (!isJsonObject(options)) return true;
  const { pass_at: passAt = 1 } = options;
  const hasParts = ['criteria', 'must', 'must_not'].some(
    (name) => Object.hasOwn(options, name) || templates.has(name),
  );
  return passAt === 1 || (!hasParts && Number(passAt) > 0.5 && Number(passAt) < 1);
}
