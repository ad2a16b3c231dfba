import { compareText } from '../text/compare-text.ts';
import type { Gate } from '../gates/gate.ts';
import { judgeGate } from '../gates/gate-report.ts';
import { type MetricSpec, metricValue } from '../metrics/metric.ts';
import type { GateReport, MutualConfusion } from '../report/report.ts';
import { shareReport } from '../report/share-report.ts';
import { roundOutward, wilsonInterval } from '../statistics/intervals.ts';
import type { ToolCounts } from './confusion-report.ts';
import { type ConfusionTable, isReservedLabel } from './confusion-table.ts';

const MAX_PAIRS = 20;

/** Confusion in both directions has the weaker one at a third of the stronger at least. */
const MUTUAL_RATIO = 3;

/** How much two tools are taken for each other, gated by the worst pair. */
export const MUTUAL_METRIC: MetricSpec = {
  id: 'confusion.mutual',
  unit: 'ratio',
  better: 'lower',
  proportion: true,
  summary:
    'of the two tools that are taken for each other most, the smaller share of cases that went to the other one',
};

/** One direction of a pair: `k` of the `n` cases of a tool went to the other one. */
interface Direction {
  readonly k: number;
  readonly n: number;
}

interface Pair {
  readonly tools: readonly [string, string];
  /** Of the first tool's cases those that went to the second, and the other way round. */
  readonly directions: readonly [Direction, Direction];
  readonly weaker: Direction;
}

/** Whether two tools are taken for each other, and not only one for the other. */
export function isMutual(table: ConfusionTable, a: string, b: string): boolean {
  const [there, back] = directionsOf(table, a, b);
  const weaker = compareShares(there, back) <= 0 ? there : back;
  const stronger = weaker === there ? back : there;
  return weaker.k > 0 && compareShares(stronger, { k: MUTUAL_RATIO * weaker.k, n: weaker.n }) <= 0;
}

/** The pairs of tools that are confused in both directions, the worst first. */
export function reportMutual(table: ConfusionTable): readonly MutualConfusion[] {
  return confusedPairs(table)
    .slice(0, MAX_PAIRS)
    .map(({ tools, directions: [there, back], weaker }) => ({
      tools,
      shares: [shareReport(there.k, there.n), shareReport(back.k, back.n)],
      rate: shareReport(weaker.k, weaker.n).rate,
    }));
}

/** Judges a gate on the worst pair, and names it. */
export function judgeMutual(
  gate: Gate,
  { table, cases, partialCases }: ToolCounts,
  unmeasured: number,
): GateReport {
  const spec = MUTUAL_METRIC;
  if (partialCases > 0) {
    const none = judgeGate(gate, { spec, value: null, interval: null, unmeasured });
    return { ...none, note: `${partialCases} of ${cases} cases are partial` };
  }
  const tools = table.labels().filter((label) => isTool(label) && table.support(label) > 0);
  if (tools.length < 2) {
    const none = judgeGate(gate, { spec, value: null, interval: null, unmeasured });
    return { ...none, note: 'fewer than two tools were expected' };
  }
  const worst = confusedPairs(table)[0];
  if (worst === undefined) {
    const value = metricValue('ratio', 0, 1);
    return judgeGate(gate, { spec, value, interval: null, unmeasured });
  }
  const { weaker, tools: pair, directions } = worst;
  const value = metricValue('ratio', weaker.k, weaker.n);
  const interval = wilsonInterval(weaker.k, weaker.n);
  const shown = interval === null ? null : roundOutward(interval);
  const judged = judgeGate(gate, { spec, value, interval: shown, unmeasured });
  const [there, back] = directions;
  const note = `${pair[0]} and ${pair[1]}: ${there.k} of ${there.n} one way, ${back.k} of ${back.n} the other`;
  return { ...judged, note: judged.note === null ? note : `${note}; ${judged.note}` };
}

function confusedPairs(table: ConfusionTable): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const { expected: a, observed: b } of table.cells()) {
    if (a >= b || !isTool(a) || !isTool(b) || table.count(b, a) === 0) continue;
    const directions = directionsOf(table, a, b);
    const weaker = compareShares(...directions) <= 0 ? directions[0] : directions[1];
    pairs.push({ tools: [a, b], directions, weaker });
  }
  return pairs.sort(
    (x, y) => compareShares(y.weaker, x.weaker) || compareText(x.tools.join(), y.tools.join()),
  );
}

function directionsOf(
  table: ConfusionTable,
  a: string,
  b: string,
): readonly [Direction, Direction] {
  return [
    { k: table.count(a, b), n: table.support(a) },
    { k: table.count(b, a), n: table.support(b) },
  ];
}

/** Compares k/n exactly: counts are far below 2^26, so their products are exact. */
function compareShares(x: Direction, y: Direction): number {
  return x.k * y.n - y.k * x.n;
}

function isTool(label: string): boolean {
  return !isReservedLabel(label);
}
