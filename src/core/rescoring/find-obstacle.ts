import type { MeasurePlan } from '../measure/plan.ts';

/** Why records of runs do not suffice to score them again by a plan; null where they do. */
export function findObstacle({ scorers }: MeasurePlan): string | null {
  for (const { scorer, own, key, folds } of scorers) {
    const name = key ?? scorer.name;
    if (own !== null)
      return `the scorer ${name} is code of your own (${own.kind}), which a page does not run`;
    if (scorer.isJudged === true) return `the scorer ${name} depends on answers of a judge`;
    const code = folds.find(({ kind }) => kind === 'python' || kind === 'module');
    if (code !== undefined)
      return `a metric of the scorer ${name} is code of your own (${code.kind}), which a page does not run`;
  }
  return null;
}
