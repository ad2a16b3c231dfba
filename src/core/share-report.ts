import { metricNumber, metricValue } from './metric.ts';
import type { Share } from './report.ts';
import { roundOutward, wilsonInterval } from './statistics.ts';

/** k of n with its ratio and its 95 % interval. */
export function shareReport(k: number, n: number): Share {
  const interval = wilsonInterval(k, n);
  return {
    k,
    n,
    rate: n === 0 ? null : metricNumber(metricValue('ratio', k, n)),
    interval: interval === null ? null : roundOutward(interval),
  };
}
