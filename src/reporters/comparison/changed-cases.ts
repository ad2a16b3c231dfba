import type { Change, ChangedRun, PartComparison } from '#core';
import { inOneLine } from '../cases/quoted-text.ts';
import { toolList } from '../cases/called-tools.ts';
import {
  type CaseEntry,
  type Cases,
  concat,
  name,
  place,
  prose,
  type Text,
} from '../document/index.ts';
import { formatCount } from '../values/value.ts';
import { directionTitles, runsText } from './details.ts';
import { nounOf } from './wording.ts';

const CASES_SHOWN = { brief: 5, full: 50 };
const QUESTION_LENGTH = 240;

/** What is worse and what is better by question and place, where both reports have evidence; empty where they have none. */
export function changedCases(part: PartComparison): Cases[] {
  const { items } = part.changes;
  if (items.every(({ evidence }) => evidence === undefined)) return [];
  const [failing, passing] = directionTitles(part);
  return [
    ...casesOf(part, 'worse', part.worse, failing),
    ...casesOf(part, 'better', part.better, passing),
  ];
}

function casesOf(
  part: PartComparison,
  direction: Change['change'],
  total: number,
  title: string,
): Cases[] {
  const changes = part.changes.items.filter(({ change }) => change === direction);
  if (changes.length === 0) return [];
  return [
    {
      kind: 'cases',
      title: `${title}: ${formatCount(total, nounOf(part))}`,
      entries: changes.map((change) => entryOf(change, part)),
      total,
      cap: CASES_SHOWN,
      isOpen: direction === 'worse',
      noun: nounOf(part),
      see: '--json',
    },
  ];
}

function entryOf(change: Change, part: PartComparison): CaseEntry {
  const { evidence } = change;
  const id: Text = concat(`${nounOf(part)} `, name(change.id, 200), runsText(change));
  const tone = change.change === 'worse' ? 'fail' : 'pass';
  if (evidence === undefined) return { tone, id, outcome: '', details: [] };
  const { question = '', before, after } = evidence;
  const asked = inOneLine(question);
  return {
    tone,
    ...(asked === '' ? {} : { question: prose(asked, QUESTION_LENGTH) }),
    id,
    outcome: outcomeOf(before, after),
    where: place(after.where),
    details: [
      ...(asked === ''
        ? []
        : [{ name: nounOf(part), text: concat(name(change.id, 200), runsText(change)) }]),
      { name: 'before', text: place(before.where) },
    ],
  };
}

/** `get_order_history (was get_order_status)`. */
function outcomeOf(before: ChangedRun, after: ChangedRun): Text {
  if (before.called === undefined || after.called === undefined) return '';
  const called = (tools: readonly string[]): Text =>
    tools.length === 0 ? 'no call' : toolList(tools);
  const isSame = JSON.stringify(before.called) === JSON.stringify(after.called);
  if (isSame) return concat(called(after.called), ' as before');
  return concat(called(after.called), ' (was ', called(before.called), ')');
}
