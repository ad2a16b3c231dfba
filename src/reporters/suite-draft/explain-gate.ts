import { type Interval, type ProposedGate, roundUp, type Share } from '#core';
import { formatCount, formatInterval, formatNumber, formatValue } from '../values/value.ts';

/** Today's figure, how sure it is, and why the gate has its value; at most three sentences. */
export function explainGate(gate: ProposedGate, runs: number): string {
  const { reason, interval, op, unit } = gate;
  const today = `${showToday(gate)} today`;
  const sure = interval === null ? '' : ` (95 % interval ${showInterval(interval, unit)})`;
  switch (reason) {
    case 'none-today':
      return gate.runs === null
        ? `${today}: more than none is red.`
        : `${today} in ${formatCount(gate.runs.n, 'run')}. ${unseen(gate.runs)}`;
    case 'count-today':
      return `${today}, in ${showRuns(gate.runs)}. One more is red; set it again when you add runs.`;
    case 'value-today':
      return gate.today === 100
        ? `${today}: no run calls a tool without a class. One such call is red.`
        : `${today}: some calls are of tools without a class. More of them are red.`;
    case 'few-runs':
      return `${today}${sure}. ${tooFew(runs)} this is today's value, and new runs may differ by chance.`;
    case 'interval-end':
      return op === '>='
        ? `${today}${sure}: the lower end, so that new runs of the same agent are seldom red by chance.`
        : `${today}${sure}: the upper end, rounded up.`;
    case 'tenth-above':
      return interval === null
        ? `${today}. ${tooFew(runs)} this is a tenth above.`
        : `${today}${sure}: a tenth above, as the interval is narrower.`;
  }
}

function tooFew(runs: number): string {
  return `${formatCount(runs, 'run')} ${runs === 1 ? 'is' : 'are'} too few for an interval:`;
}

/** What a count of zero does not show. */
function unseen({ interval }: Share): string {
  const high = interval?.[1] ?? 1;
  return `That fits an agent with one in up to ${percent(high)} of its runs (95 %).`;
}

function showRuns(runs: Share | null): string {
  if (runs === null) return 'some runs';
  const { k, n, interval } = runs;
  const sure = interval === null ? '' : ` (95 % interval ${showInterval(interval, 'ratio')})`;
  return `${formatNumber(k)} of ${formatCount(n, 'run')}${sure}`;
}

function showToday({ today, unit }: ProposedGate): string {
  return unit === 'mean' ? formatNumber(Number(today.toPrecision(3))) : formatValue(today, unit);
}

function showInterval([low, high]: Interval, unit: ProposedGate['unit']): string {
  if (unit !== 'mean') {
    const tenths = (value: number, round: (x: number) => number): number =>
      round(value * 1000) / 1000;
    return formatInterval([tenths(low, Math.floor), tenths(high, Math.ceil)], 'ratio');
  }
  return `${formatNumber(Number(low.toPrecision(3)))}-${formatNumber(Number(roundUp(high)))}`;
}

function percent(share: number): string {
  return formatValue(Math.ceil(share * 100), 'percent');
}
