import type { EvalReport, TestReport } from '#core';
import { concat, joinTexts, type List, name, type Note, type Text } from '../document/index.ts';
import { explain, type Finding } from '../wording/findings.ts';
import { unmeasuredItems } from '../wording/plain.ts';
import { formatCount, formatNumber } from '../values/value.ts';

type Measured = TestReport | EvalReport;

const CASES_SHOWN = 10;

/** What was missed and what was called wrongly, with the place of each. */
export function findingLists(measured: Measured): (List | Note)[] {
  const scores = explain(measured);
  return scores.flatMap(({ scorer, judged, findings, more, beyond }): (List | Note)[] => {
    const title = concat('in ', name(scorer), judged ? ', judged' : '');
    const isNamed = scores.length > 1 || judged;
    const items = findings.map(itemOf);
    const total = findings.length + more;
    return [
      {
        kind: 'list',
        layout: 'lines',
        items,
        ...(isNamed ? { title } : {}),
        ...(more > 0 ? { total } : {}),
      },
      ...(beyond > 0
        ? [
            {
              kind: 'note',
              tone: 'quiet',
              text: `and ${formatCount(beyond, 'more occurrence')} not listed in the report`,
            } as const,
          ]
        : []),
    ];
  });
}

function itemOf({ kind, isOpen, subject, places, details }: Finding): List['items'][number] {
  return {
    label: kind,
    tone: isOpen ? 'error' : 'fail',
    text: subject,
    aside: places,
    details,
  };
}

/** The runs or cases that could not be measured, and why. */
export function unmeasuredList(measured: Measured): List[] {
  const items = unmeasuredItems(measured).map(
    (item) => ({ ...item, tone: 'error', isMarked: true }) as const,
  );
  return items.length === 0 ? [] : [{ kind: 'list', layout: 'lines', items }];
}

/** The cases that fail, by name. */
export function failingCases({ cases }: EvalReport): Note[] {
  const failing = cases.filter((each) => each.verdict === 'fail');
  if (failing.length === 0) return [];
  const ids = failing.slice(0, CASES_SHOWN).map((each): Text => name(each.id, 80));
  const hidden = failing.length - ids.length;
  const more = hidden > 0 ? `, and ${formatNumber(hidden)} more` : '';
  const start = `${formatCount(failing.length, 'failing case')}: `;
  return [{ kind: 'note', text: concat(start, joinTexts(ids, ', '), more) }];
}
