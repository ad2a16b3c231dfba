import type { InspectionReport } from '#core';
import {
  type Column,
  concat,
  type Document,
  type Fields,
  type Group,
  isBlank,
  joinTexts,
  type Text,
} from '../document/index.ts';
import { figuresGroup, gateBlocks, missingFigures } from '../parts/figures.ts';
import { issueText, warningGroups } from '../parts/warnings.ts';
import { VERDICT_WORDS } from '../wording/headline.ts';
import { formatNumber } from '../values/value.ts';
import { sectionsOf, summaryParts } from './sections.ts';
import type { Section } from './section.ts';

/** How many rows fit on one good screen. */
const TOOLS_SHOWN = { brief: 12, full: 200 };
const ROWS_SHOWN = { brief: 4, full: 200 };
const NAMES_SHOWN = 3;
const WARNINGS_OF_A_CODE = 2;

/** An inspection: the tools, what is odd about how they were used, then the gates. */
export function inspectionDocument(report: InspectionReport): Document {
  const { verdict, gates } = report;
  const isJudged = gates.length > 0 || verdict !== 'pass';
  const sections = sectionsOf(report);
  return {
    version: report.version,
    blocks: [
      {
        kind: 'headline',
        command: 'inspect',
        tone: verdict,
        verdict: isJudged ? VERDICT_WORDS[verdict] : null,
        isVerdictLast: true,
        parts: summaryParts(report),
      },
      ...sections.map(sectionGroup),
      ...briefFields(sections),
      ...unmeasuredGroup(report),
      ...warningGroups(report, WARNINGS_OF_A_CODE),
      ...missingFigures(report),
      ...figuresGroup(report),
      ...gateBlocks(report),
    ],
  };
}

function sectionGroup({ title, tone, brief, columns, rows, total }: Section): Group {
  return {
    kind: 'group',
    ...(brief === null ? {} : { detail: 'full' }),
    tone,
    title,
    total,
    blocks: [
      {
        kind: 'table',
        columns,
        rows: rows.map((cells) => ({ cells })),
        total,
        cap: title === 'Tools' ? TOOLS_SHOWN : ROWS_SHOWN,
        see: '--reporter html=page.html',
      },
    ],
  };
}

/** What is worth a line where there is one screen: each with the first few names and their figure. */
function briefFields(sections: readonly Section[]): Fields[] {
  const rows = sections.flatMap(({ title, tone, brief, columns, rows: all, total, examples }) => {
    if (brief === null) return [];
    const shown = all
      .slice(0, NAMES_SHOWN)
      .map((row, i) => withExample(nameWith(row, brief, columns), examples?.[i]));
    const hidden = total - shown.length;
    const more = hidden > 0 ? ` and ${formatNumber(hidden)} more` : '';
    return [{ name: title, tone, text: concat(joinTexts(shown, ', '), more) }];
  });
  return rows.length === 0 ? [] : [{ kind: 'fields', detail: 'brief', rows }];
}

/** `get_order 3 (traces/a.jsonl:17)`. */
function withExample(text: Text, example: Text = ''): Text {
  return isBlank(example) ? text : concat(text, ' (', example, ')');
}

function nameWith(row: readonly Text[], brief: number, columns: readonly Column[]): Text {
  const first = row[0] ?? '';
  if (brief === 0) return first;
  const about = row[brief] ?? '';
  return columns[brief]?.kind === 'number'
    ? concat(first, ' ', about)
    : concat(first, ' (', about, ')');
}

function unmeasuredGroup({ unmeasured: { items, total } }: InspectionReport): Group[] {
  if (total === 0) return [];
  return [
    {
      kind: 'group',
      tone: 'error',
      title: 'Not measured',
      total,
      blocks: [
        {
          kind: 'list',
          layout: 'lines',
          items: items.map((item) => ({ text: issueText(item) })),
          total,
          cap: ROWS_SHOWN,
        },
      ],
    },
  ];
}
