import type { ReportIndex } from '../report-index.ts';
import { detail } from './detail.ts';
import { el } from './dom.ts';
import type { Evidence, Item } from './items.ts';
import { overview } from './overview.ts';
import { cutNote } from './section.ts';

interface Printed {
  readonly index: ReportIndex;
  /** What the list shows now. */
  readonly items: readonly Item[];
  readonly evidenceOf: (item: Item) => Evidence | null;
}

/** On paper nothing can be opened: all that did not pass is written out, as far as a reader would turn pages. */
const PRINTED_MOST = 100;

/** Writes the page out in full while it is being printed. */
export function enablePrint(printed: () => Printed): void {
  let pages: HTMLElement | null = null;
  addEventListener('beforeprint', () => {
    const { index, items, evidenceOf } = printed();
    const wrong = items.filter((item) => item.verdict !== 'pass');
    const first = wrong.slice(0, PRINTED_MOST);
    const choice = { open: null, choose: () => {} };
    pages = el(
      'div',
      'print',
      overview(
        index,
        items,
        () => {},
        () => {},
      ),
      ...first.map((item) => {
        const evidence = evidenceOf(item);
        return evidence === null ? null : detail(evidence, choice);
      }),
      cutNote(first.length, wrong.length, 'tests and evals that did not pass'),
    );
    document.body.append(pages);
  });
  addEventListener('afterprint', () => pages?.remove());
}
