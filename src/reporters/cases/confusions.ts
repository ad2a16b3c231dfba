import { type ConfusedCell, EXTRA_LABEL, NONE_LABEL } from '#core';
import { concat, name, rawText, type Text } from '../document/index.ts';
import type { FailingCase, FailingCases } from './failing-cases.ts';

/** Runs or cases that failed alike. */
export interface Confusion {
  /** `get_order_history for get_order_status`. */
  readonly kind: Text;
  readonly count: number;
  /** Whether the count is that of all runs or cases, not only of those that the report lists. */
  readonly isExact: boolean;
  /** Whether it is a reason for the verdict. */
  readonly isReason: boolean;
  readonly cases: readonly FailingCase[];
}

/**
 * What failed in a test or an eval by how it failed, the most frequent first: cells of the matrix, then faults that are
 * not confusions of tools. A case belongs to every cell that names it.
 */
export function confusionsOf({ cases, total }: FailingCases): readonly Confusion[] {
  const [first] = cases;
  if (first === undefined) return [];
  const cells = 'cases' in first.measured ? (first.measured.confusion?.cells ?? []) : [];
  const countOf = caseCounts(first.measured);
  const byId = new Map(cases.map((each) => ['case' in each.label ? each.label.case : '', each]));
  const inCells = new Set<FailingCase>();
  const confusions = cells.flatMap((cell): Confusion[] => {
    const named = cell.cases.flatMap((id) => byId.get(id) ?? []);
    for (const each of named) inCells.add(each);
    if (named.length === 0) return [];
    return [
      { kind: kindOf(cell), count: countOf(cell), isExact: true, isReason: true, cases: named },
    ];
  });
  const others = cases.filter((each) => !inCells.has(each));
  return largestFirst([...confusions, ...groupByFault(others, total === cases.length)]);
}

/** In how many cases a cell of the matrix occurs: where cases expect several calls, it counts calls. */
function caseCounts(measured: FailingCase['measured']): (cell: ConfusedCell) => number {
  if (!('cases' in measured) || (measured.confusion?.accuracy.n ?? 0) <= measured.cases.length)
    return ({ count }) => count;
  const counts = new Map<string, number>();
  for (const { confused = [] } of measured.cases)
    for (const pair of confused) {
      const key = JSON.stringify(pair);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return ({ expected, observed, count }) =>
    counts.get(JSON.stringify([expected, observed])) ?? count;
}

/** Reasons for verdicts first, of these the most frequent; of equally frequent ones the first found. */
export function largestFirst(confusions: readonly Confusion[]): readonly Confusion[] {
  return confusions.toSorted(
    (a, b) => Number(b.isReason) - Number(a.isReason) || b.count - a.count,
  );
}

function groupByFault(cases: readonly FailingCase[], isExact: boolean): readonly Confusion[] {
  const groups = new Map<string, FailingCase[]>();
  for (const each of cases) {
    const key = `${each.isReason} ${rawText(each.outcomes[0]?.kind ?? '')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()].map((group) => ({
    kind: group[0]?.outcomes[0]?.kind ?? '',
    count: group.length,
    isExact,
    isReason: group[0]?.isReason ?? false,
    cases: group,
  }));
}

function kindOf({ expected, observed }: ConfusedCell): Text {
  const [expectedName, called] = [name(expected, 80), name(observed, 80)];
  if (expected === EXTRA_LABEL) return concat('extra calls of ', called);
  if (expected === NONE_LABEL) return concat(called, ' where no tool was needed');
  if (observed === NONE_LABEL) return concat('no call for ', expectedName);
  return concat(called, ' for ', expectedName);
}
