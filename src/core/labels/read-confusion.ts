import type { ConfusionReading } from '../report/report.ts';
import {
  type ConfusionCell,
  type ConfusionTable,
  EXTRA_LABEL,
  NONE_LABEL,
  UNKNOWN_LABEL,
} from './confusion-table.ts';
import { isMutual } from './mutual-confusion.ts';
import { shorten } from '../text/shorten.ts';

const MAX_READINGS = 20;
const NAME_LENGTH = 120;

/** What the rows of a matrix count: cases, or calls where cases expect several. */
export type CountedNoun = 'case' | 'call';

/** What the confused cells mean in plain words, the costliest first, each with the usual fix. */
export function readConfusion(
  table: ConfusionTable,
  confused: readonly ConfusionCell[],
  cost: (label: string) => number,
  others: readonly ConfusionReading[],
  noun: CountedNoun,
): readonly ConfusionReading[] {
  const stakes = (reading: Pick<ConfusionReading, 'expected' | 'observed' | 'count'>): number =>
    reading.count * Math.max(cost(reading.expected), cost(reading.observed));
  const read = (cell: ConfusionCell): ConfusionReading => {
    const { expected, observed, count } = cell;
    return { expected, observed, count, ...readCell(cell, table, cost, noun) };
  };
  // Sorting is stable: of equal stakes the more frequent stays first.
  const worst = confused.toSorted((a, b) => stakes(b) - stakes(a)).slice(0, MAX_READINGS);
  return [...worst.map(read), ...others]
    .sort((a, b) => stakes(b) - stakes(a))
    .slice(0, MAX_READINGS);
}

function readCell(
  { expected, observed, count }: ConfusionCell,
  table: ConfusionTable,
  cost: (label: string) => number,
  noun: CountedNoun,
): Pick<ConfusionReading, 'text' | 'fix'> {
  const [right, called] = [shorten(expected, NAME_LENGTH), shorten(observed, NAME_LENGTH)];
  const share = `${count} of ${table.support(expected)}`;
  const due = noun === 'case' ? `${right} cases` : `expected calls of ${right}`;
  if (expected === EXTRA_LABEL) {
    return {
      text: `${count} extra ${count === 1 ? 'call' : 'calls'} of ${called}: over-tooling`,
      fix: `say in the description of ${called} when one call is enough`,
    };
  }
  if (observed === NONE_LABEL) {
    return {
      text: `${share} ${due} ${noun === 'case' ? 'got no call' : 'were not made'}: missed tool`,
      fix: `say in the description of ${right} when it must be called, and add an example of such a request`,
    };
  }
  if (observed === UNKNOWN_LABEL) {
    return {
      text: `${share} ${expected === NONE_LABEL ? 'cases that need no tool' : due} called a tool that does not exist`,
      fix: 'check that the agent is offered the tools of the catalog under the same names',
    };
  }
  if (expected === NONE_LABEL) {
    return {
      text: `${share} cases that need no tool went to ${called}: unneeded tool`,
      fix: `say in the description of ${called} when not to call it, and add an example that is answered without a tool`,
    };
  }
  const [dueCost, paid] = [cost(expected), cost(observed)];
  const text = `${share} ${due} went to ${called}`;
  if (isMutual(table, expected, observed)) {
    return {
      text: `${text}${explainCost(dueCost, paid)}, mutual confusion`,
      fix: `distinguish ${right} and ${called} in both descriptions, or merge them into one tool with a mode parameter`,
    };
  }
  return {
    text: `${text}${explainCost(dueCost, paid)}, one way`,
    fix:
      paid > dueCost
        ? `tighten the description of ${called}: say when not to use it in place of ${right}`
        : `add an example to the description of ${right}, the tool that was missed`,
  };
}

function explainCost(due: number, paid: number): string {
  if (paid === due) return ': wrong tool';
  const kind = paid > due ? 'over-tooling' : 'under-tooling';
  if (due === 0) return `, which costs ${paid} instead of nothing: ${kind}`;
  return `, which costs ${Math.round((100 * paid) / due) / 100}x: ${kind}`;
}
