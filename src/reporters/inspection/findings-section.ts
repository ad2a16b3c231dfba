import type { Capped, Finding } from '#core';
import { name, nameColumn, numberColumn, place, prose, textColumn } from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import type { Section } from './section.ts';

/** Calls that are wrong in one way, by tool. */
export function findingsSection(
  title: string,
  tone: Section['tone'],
  { items, total }: Capped<Finding>,
  column: string | null,
): Section {
  // Hallucinated names rarely have a note.
  const reason = items.some((each) => (each.reason ?? '') !== '') ? column : null;
  const columns = [nameColumn('tool'), numberColumn('calls'), numberColumn('runs')];
  return {
    title,
    tone,
    // Why a call is wrong needs its room; that it was repeated or failed does not.
    brief: column === null ? 1 : null,
    columns: [
      ...columns,
      ...(reason === null ? [] : [{ ...textColumn(reason), isOptional: true }]),
      { ...textColumn('first at'), isOptional: true },
    ],
    rows: items.map((each) => [
      name(each.tool),
      formatNumber(each.calls),
      formatNumber(each.runs),
      ...(reason === null ? [] : [prose(each.reason ?? '')]),
      place(each.where ?? ''),
    ]),
    total,
  };
}
