import type { ConfusionReading } from '../report.ts';
import {
  type ConfusionCell,
  type ConfusionTable,
  EXTRA_LABEL,
  NONE_LABEL,
  UNKNOWN_LABEL,
} from './confusion-table.ts';
import { shorten } from '../shorten.ts';

const MOST_READINGS = 20;
const NAME_LENGTH = 120;

/** What the confused cells mean in plain words, the costliest first, each with the usual fix. */
export function readConfusion(
  table: ConfusionTable,
  confused: readonly ConfusionCell[],
  cost: (label: string) => number,
): readonly ConfusionReading[] {
  const stakes = (cell: ConfusionCell): number =>
    cell.count * Math.max(cost(cell.expected), cost(cell.observed));
  // Sorting is stable: of equal stakes the more frequent stays first.
  return confused
    .toSorted((a, b) => stakes(b) - stakes(a))
    .slice(0, MOST_READINGS)
    .map((cell) => {
      const { expected, observed, count } = cell;
      return { expected, observed, count, ...readCell(cell, table, cost) };
    });
}

function readCell(
  { expected, observed, count }: ConfusionCell,
  table: ConfusionTable,
  cost: (label: string) => number,
): Pick<ConfusionReading, 'text' | 'fix'> {
  const [right, called] = [shorten(expected, NAME_LENGTH), shorten(observed, NAME_LENGTH)];
  const share = `${count} of ${table.support(expected)}`;
  if (expected === EXTRA_LABEL) {
    return {
      text: `${count} extra ${count === 1 ? 'call' : 'calls'} of ${called}: over-tooling`,
      fix: `say in the description of ${called} when one call is enough`,
    };
  }
  if (observed === NONE_LABEL) {
    return {
      text: `${share} ${right} cases got no call: missed tool`,
      fix: `say in the description of ${right} when it must be called, and add an example of such a request`,
    };
  }
  if (observed === UNKNOWN_LABEL) {
    return {
      text: `${share} ${expected === NONE_LABEL ? 'cases that need no tool' : `${right} cases`} called a tool that does not exist`,
      fix: 'check that the agent is offered the tools of the catalog under the same names',
    };
  }
  if (expected === NONE_LABEL) {
    return {
      text: `${share} cases that need no tool went to ${called}: unneeded tool`,
      fix: `say in the description of ${called} when not to call it, and add an example that is answered without a tool`,
    };
  }
  const goesBothWays = table.count(observed, expected) > 0;
  return {
    text: `${share} ${right} cases went to ${called}${weigh(cost(expected), cost(observed))}`,
    fix: goesBothWays
      ? `the confusion goes both ways: tell ${right} and ${called} apart in both descriptions, or merge them`
      : `tighten the description of ${called}, which takes cases of ${right}, and add an example for ${right}`,
  };
}

function weigh(wanted: number, paid: number): string {
  if (paid === wanted) return ': wrong tool';
  const kind = paid > wanted ? 'over-tooling' : 'under-tooling';
  if (wanted === 0) return `, which costs ${paid} instead of nothing: ${kind}`;
  return `, which costs ${Math.round((100 * paid) / wanted) / 100}x: ${kind}`;
}
