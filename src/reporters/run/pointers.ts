import type { Report } from '#core';
import type { Note } from '../document/index.ts';

const MORE =
  'more: --verbose · --reporter html=report.html · --json · whichtool report saved.json --verbose';

/** How a terminal shows more: where something did not pass, or passed with failing cases. */
export function pointerNotes({ verdict, tests, evals }: Report): Note[] {
  const isClean =
    verdict === 'pass' &&
    evals.every(({ cases }) => cases.every((each) => each.verdict === 'pass')) &&
    tests.every(({ passing }) => passing.k === passing.n);
  if (isClean) return [];
  return [{ kind: 'note', detail: 'brief', tone: 'quiet', isAttached: true, text: MORE }];
}
