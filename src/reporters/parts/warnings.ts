import type { Report, ReportIssue } from '#core';
import { concat, type Group, type Item, name, place, prose, type Text } from '../document/index.ts';
import { formatCount } from '../values/value.ts';
import { splitQuoted } from '../wording/quoted-lines.ts';
import { hintShortener } from '../wording/repeated-hints.ts';

const SHOWN = 20;
const SHOWN_ON_PAGE = 100;

type Issues = Pick<Report, 'issues' | 'moreIssues'>;

/**
 * What was odd, and what could not be measured, but did not stop the run. A brief sink shows so many of one code.
 */
export function warningGroups(report: Issues, ofACode: number = SHOWN): Group[] {
  const { issues } = report;
  if (issues.length === 0) return [];
  if (ofACode >= SHOWN) return [groupOf(report, issues)];
  const counts = new Map<string, number>();
  const first = issues.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= ofACode;
  });
  return [
    { ...groupOf(report, first, ' like these'), detail: 'brief' },
    { ...groupOf(report, issues), detail: 'full' },
  ];
}

function groupOf(
  { issues, moreIssues = 0 }: Issues,
  listed: readonly ReportIssue[],
  tail: string = '',
): Group {
  const what = issues.some(({ severity }) => severity === 'error') ? 'problem' : 'warning';
  const total = issues.length + moreIssues;
  const shorten = hintShortener();
  return {
    kind: 'group',
    tone: 'warning',
    isMarked: true,
    isFolded: true,
    title: formatCount(total, what),
    blocks: [
      {
        kind: 'list',
        layout: 'lines',
        items: listed.map((issue) =>
          warningItem({ ...issue, hint: issue.hint === null ? null : shorten(issue.hint) }),
        ),
        total,
        cap: { brief: SHOWN, full: SHOWN_ON_PAGE },
        tail,
      },
    ],
  };
}

function warningItem(issue: ReportIssue): Item {
  const { message, quoted } = splitQuoted(issue.message, issue.code);
  const hint: Text[] = issue.hint === null ? [] : [['hint: ', prose(issue.hint)]];
  const details = [...quoted.map((line): Text => ['| ', prose(line)]), ...hint];
  const item = { text: issueText({ ...issue, message }) };
  return details.length === 0 ? item : { ...item, details };
}

/** Where, what and the code. */
export function issueText({
  where,
  message,
  code,
}: Pick<ReportIssue, 'where' | 'message' | 'code'>): Text {
  const start: Text = where === null ? '' : [place(where), ' '];
  return concat(start, prose(message, 1000), ' [', name(code), ']');
}
