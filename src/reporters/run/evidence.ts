import type { EvalReport, TestReport } from '#core';
import { casesBlock } from '../cases/case-entry.ts';
import { type FailingCase, failingCases } from '../cases/failing-cases.ts';
import { distinctCases, tellingCases } from '../cases/telling-cases.ts';
import { type Cases, concat, type List, name, type Note } from '../document/index.ts';
import { explain, type Finding } from '../wording/findings.ts';
import { unmeasuredItems } from '../wording/plain.ts';
import { formatCount } from '../values/value.ts';

type Measured = TestReport | EvalReport;

const FINDINGS_SHOWN = 3;
const UNMEASURED_SHOWN = { brief: 1, full: 5 };
const CASES_OF_MANY = 3;

/**
 * What was missed and what was called wrongly: the first few, on a page all by scorer. Each has its places, or where
 * cases are listed below with theirs, how often it happened.
 */
export function findingLists(measured: Measured, hasCases: boolean): (List | Note)[] {
  const isOften = hasCases && measured.runs > 1;
  const scores = explain(measured);
  const reasons = scores.filter(({ isReason }) => isReason);
  const findings = (reasons.length > 0 ? reasons : scores).flatMap((score) => score.findings);
  const total = scores.reduce((sum, each) => sum + each.findings.length + each.more, 0);
  const shown = Math.min(findings.length, FINDINGS_SHOWN);
  const brief: List = {
    kind: 'list',
    detail: 'brief',
    layout: 'lines',
    items: findings.slice(0, shown).map((finding) => {
      const item = itemOf(finding);
      return isOften ? { ...item, aside: finding.extent } : item;
    }),
    ...(total > shown ? { total, noun: 'finding', see: '--verbose' } : {}),
  };
  return findings.length === 0 ? [] : [brief, ...findingsByScorer(scores)];
}

/** The same for a page: scorer by scorer. */
export function findingsByScorer(scores: ReturnType<typeof explain>): (List | Note)[] {
  return scores.flatMap(({ scorer, judged, findings, more, beyond }): (List | Note)[] => {
    const title = concat('in ', name(scorer), judged ? ', judged' : '');
    const isNamed = scores.length > 1 || judged;
    const list: List = {
      kind: 'list',
      detail: 'full',
      layout: 'lines',
      items: findings.map(itemOf),
      ...(isNamed ? { title } : {}),
      ...(more > 0 ? { total: findings.length + more } : {}),
    };
    const text = `and ${formatCount(beyond, 'more occurrence')} not listed in the report`;
    const note: Note = { kind: 'note', detail: 'full', tone: 'quiet', text };
    return beyond > 0 ? [list, note] : [list];
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
  const list = (most: number): List => ({
    kind: 'list',
    layout: 'lines',
    items: unmeasuredItems(measured, most).map(
      (item) => ({ ...item, tone: 'error', isMarked: true }) as const,
    ),
  });
  if (measured.unmeasured.total === 0) return [];
  return [
    { ...list(UNMEASURED_SHOWN.brief), detail: 'brief' },
    { ...list(UNMEASURED_SHOWN.full), detail: 'full' },
  ];
}

/** The failing runs or cases that say most. A page lists those of what did not pass together, before everything else. */
export function caseBlocks(measured: Measured, isAlone: boolean): Cases[] {
  const failing = failingCases(measured);
  const { total, noun, isAccepted } = failing;
  const entries = tellingCases([failing]);
  if (entries.length === 0) return [];
  const hasFailed = measured.verdict !== 'pass';
  // Without a gate the reader judges.
  const isOpen = hasFailed || measured.gates.length === 0;
  const block = casesBlock(entries, {
    total,
    ...(isAccepted
      ? {
          noun,
          title: `${formatCount(total, noun)} ${total === 1 ? 'does' : 'do'} not meet every gate alone`,
        }
      : { noun: `failing ${noun}` }),
    isOpen,
  });
  const most = isAlone ? block.cap.brief : CASES_OF_MANY;
  const cap = { ...block.cap, brief: Math.min(most, countTelling(entries)) };
  const shown: Cases = { ...block, cap, see: '--verbose' };
  if (hasFailed) return [{ ...shown, detail: 'brief' }];
  return [isOpen ? shown : { ...shown, detail: 'full' }];
}

/** Whether lists of cases say where these are recorded. */
export function hasPlaces(blocks: readonly Cases[]): boolean {
  return blocks.some(({ entries }) => entries.some(({ where }) => where !== undefined));
}

/** The failing runs and cases of all that did not pass, for a page. */
export function tellingBlocks(all: readonly Measured[]): Cases[] {
  const failing = all.map(failingCases).filter(({ total }) => total > 0);
  const entries = tellingCases(failing);
  if (entries.length === 0) return [];
  const total = failing.reduce((sum, each) => sum + each.total, 0);
  const nouns = new Set(failing.map(({ noun }) => `failing ${noun}`));
  const [noun = ''] = nouns.size === 1 ? nouns : ['failure'];
  const block = casesBlock(entries, { total, noun, isOpen: true, isNamed: all.length > 1 });
  const brief = Math.min(block.cap.brief, countTelling(entries));
  return [{ ...block, cap: { ...block.cap, brief }, detail: 'full' }];
}

/** How many failing runs or cases say something new about the verdict; all of them where none is a reason for it. */
function countTelling(entries: readonly FailingCase[]): number {
  const reasons = entries.filter(({ isReason }) => isReason);
  return distinctCases(reasons.length > 0 ? reasons : entries).length;
}
