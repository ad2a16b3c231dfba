import { metricNumber, metricValue } from '../metrics/metric.ts';
import type { Share } from './report.ts';
import { roundOutward, wilsonInterval } from '../statistics/intervals.ts';

let last: Share | null = null;

/** k of n with its ratio and its 95 % interval. */
export function shareReport(k: number, n: number): Share {
  // Thousands of tests have the same share: one after the other they get the same object.
  if (last?.k === k && last.n === n) return last;
  const interval = wilsonInterval(k, n);
  last = {
    k,
    n,
    rate: n === 0 ? null : metricNumber(metricValue('ratio', k, n)),
    interval: interval === null ? null : roundOutward(interval),
  };
  return last;
}
