import type { Comparison, PartComparison } from '#core';
import {
  type Block,
  type Document,
  type Group,
  type List,
  name,
  nameColumn,
  type Note,
  numberColumn,
  type Table,
  textColumn,
} from '../document/index.ts';
import { changedCases } from './changed-cases.ts';
import { CHANGE_TITLES, type Detail, detailsOf, generalDetails } from './details.ts';
import { COLUMNS, rowOf, toneOf, toneOfAll } from './wording.ts';
import { formatNumber } from '../values/value.ts';
import { headlineOf, sentenceOf } from './sentence.ts';

const PARTS_SHOWN = { brief: 20, full: 50 };
const ITEMS_SHOWN = { brief: 8, full: 50 };

/** Two reports side by side: the table of all parts, then what changed in each. */
export function comparisonDocument(comparison: Comparison): Document {
  const tone = toneOfAll(comparison);
  return {
    version: comparison.versions.after,
    blocks: [
      { kind: 'headline', command: 'compare', tone, verdict: headlineOf(comparison), parts: [] },
      {
        kind: 'group',
        tone,
        title: '',
        blocks: [partsTable(comparison), ...leftOutNote(comparison)],
      },
      ...changeGroups(comparison),
    ],
  };
}

/** The same below the title of another report. */
export function comparisonBlocks(comparison: Comparison): readonly Block[] {
  return [partsTable(comparison), ...leftOutNote(comparison), ...changeGroups(comparison)];
}

/** A report of some tests or cases is compared with these alone. */
function leftOutNote({ leftOut = 0 }: Comparison): readonly Note[] {
  if (leftOut === 0) return [];
  const units =
    leftOut === 1 ? '1 test or case is' : `${formatNumber(leftOut)} tests and cases are`;
  const text = `${units} not compared: the filter or the shard of one report leaves them out`;
  return [{ kind: 'note', tone: 'quiet', text }];
}

function partsTable({ parts }: Comparison): Table {
  const [first, ...others] = COLUMNS;
  return {
    kind: 'table',
    columns: [
      nameColumn(first?.name ?? ''),
      ...others.map(({ name: heading, isNumber }) =>
        (isNumber ? numberColumn : textColumn)(heading),
      ),
    ],
    rows: parts.map((part) => {
      const [, ...cells] = rowOf(part);
      const verdict = { text: cells.at(-1) ?? '', tone: toneOf(part) };
      return { cells: [name(part.name), ...cells.slice(0, -1), verdict] };
    }),
    cap: PARTS_SHOWN,
  };
}

function changeGroups(comparison: Comparison): Group[] {
  const general = generalDetails(comparison);
  return [
    ...comparison.parts.slice(0, PARTS_SHOWN.full).map(partGroup),
    ...(general.length === 0
      ? []
      : [
          {
            kind: 'group',
            tone: 'quiet',
            isFolded: true,
            title: 'in one report only, or made otherwise',
            blocks: general.map(detailList),
          } as const,
        ]),
  ];
}

function partGroup(part: PartComparison): Group {
  const cases = changedCases(part);
  return {
    kind: 'group',
    tone: toneOf(part),
    isMarked: true,
    isFolded: true,
    title: name(part.name),
    blocks: [
      { kind: 'note', text: sentenceOf(part) },
      ...cases,
      ...detailsOf(part, cases.length === 0).map(detailList),
    ],
  };
}

function detailList({ title, total, items }: Detail): List {
  return {
    kind: 'list',
    layout: 'inline',
    title,
    ...(title === CHANGE_TITLES.versions ? {} : { total }),
    items: items.map((text) => ({ text })),
    cap: ITEMS_SHOWN,
  };
}
