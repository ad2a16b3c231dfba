import { metricNumber, metricValue } from '../metrics/metric.ts';
import type { CaseReport, EvalReport, Weighting } from '../report/report.ts';
import { stratifiedShare } from '../statistics/stratified.ts';
import { parseWeight } from '../metrics/weight.ts';

/**
 * The reweighted share of cases that some tools as one would let pass. A report records weights and not strata: the
 * interval takes all cases as one stratum. Nothing is known where a case is undecided, or where the cases of the run do not
 * give its own share.
 */
export function mergeWeighting(
  weighting: Weighting,
  measured: EvalReport,
  merged: readonly CaseReport[],
): Weighting {
  const isSame = merged.every(({ verdict }, i) => verdict === measured.cases[i]?.verdict);
  if (isSame) return weighting;
  const [before, after] = [passingOf(measured.cases), passingOf(merged)];
  if (after !== null && before?.rate === weighting.passing.rate)
    return { ...weighting, passing: after, effective: null };
  return { ...weighting, passing: { rate: null, interval: null }, effective: null };
}

function passingOf(cases: readonly CaseReport[]): Weighting['passing'] | null {
  const weighted = cases.flatMap(({ verdict, passing, weight }) => {
    if (verdict === 'error') return [];
    const { k, n } = passing ?? { k: verdict === 'pass' ? 1 : 0, n: 1 };
    const parsed = verdict === 'inconclusive' ? null : parseWeight(weight);
    return [{ stratum: '', weight: parsed, k, n }];
  });
  const complete = weighted.flatMap(({ weight, ...rest }) =>
    weight === null ? [] : [{ ...rest, weight }],
  );
  const share = complete.length < weighted.length ? null : stratifiedShare(complete);
  if (share === null) return null;
  const { num, den, interval } = share;
  return { rate: metricNumber(metricValue('ratio', num, den)), interval };
}
