import type { Capped, Finding } from '#core';
import {
  concat,
  joinTexts,
  name,
  nameColumn,
  numberColumn,
  place,
  prose,
  proseColumn,
  type Text,
  textColumn,
} from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import type { Section } from './section.ts';

/** Calls that are wrong in one way, by tool, with the places of the first. */
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
      // Never cut: a person opens it.
      proseColumn('for example'),
    ],
    rows: items.map((each) => [
      name(each.tool),
      formatNumber(each.calls),
      formatNumber(each.runs),
      ...(reason === null ? [] : [prose(each.reason ?? '')]),
      examplesText(each),
    ]),
    total,
    examples: items.map((each) => placeText(each.where)),
  };
}

function examplesText({ where, examples, runs }: Finding): Text {
  const places = examples ?? (where === null ? [] : [where]);
  const more =
    places.length > 0 && runs > places.length ? `, and ${runs - places.length} more` : '';
  return concat(joinTexts(places.map(placeText), ', '), more);
}

function placeText(where: string | null): Text {
  return where === null ? '' : place(where);
}
