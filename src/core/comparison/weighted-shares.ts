import type { Issue } from '../issues/issue.ts';
import { metricNumber, metricValue } from '../metrics/metric.ts';
import type { EvalReport, Share } from '../report/report.ts';
import { stratifiedShare } from '../statistics/stratified.ts';
import { parseWeight } from '../metrics/weight.ts';
import { populationIssue } from './check-population.ts';
import type { PartComparison } from './comparison.ts';
import type { Units } from './pair-units.ts';

/** Refuses reports of which one reweights an eval and the other does not, or by another column. */
export function checkWeighting(before: EvalReport, after: EvalReport): Issue | null {
  const [then, now] = [describe(before), describe(after)];
  if (then === now) return null;
  return populationIssue(
    `eval "${after.name}" ${then} in the first report and ${now} in the second`,
  );
}

function describe({ weighting }: EvalReport): string {
  return weighting === undefined ? 'is not reweighted' : `is reweighted by "${weighting.column}"`;
}

/** The shares of the population that pass, over the cases that both reports measured; null where they are not reweighted. */
export function weightedShares(
  { weighting, cases }: EvalReport,
  before: Units,
  after: Units,
): NonNullable<PartComparison['weighted']> | null {
  if (weighting === undefined) return null;
  const pairs = cases.flatMap(({ id, weight }) => {
    const [then, now] = [before.get(id), after.get(id)];
    return then === undefined || now === undefined || then.n === 0 || now.n === 0
      ? []
      : [{ weight: parseWeight(weight), earlier: then, later: now }];
  });
  const shareOf = (which: 'earlier' | 'later'): Pick<Share, 'rate' | 'interval'> => {
    const weighted = pairs.flatMap(({ weight, ...runs }) =>
      weight === null ? [] : [{ stratum: '', weight, ...runs[which] }],
    );
    const share = weighted.length < pairs.length ? null : stratifiedShare(weighted);
    if (share === null) return { rate: null, interval: null };
    const { num, den, interval } = share;
    return { rate: metricNumber(metricValue('ratio', num, den)), interval };
  };
  return { column: weighting.column, before: shareOf('earlier'), after: shareOf('later') };
}
