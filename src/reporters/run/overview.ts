import type { Report } from '#core';
import { concat, type List, name } from '../document/index.ts';
import { type Extent, extentText, overviewOf } from '../wording/overview.ts';

const NAMES_SHOWN = { brief: 3, full: 8 };

/** What was missed and called unexpectedly most, where several tests or evals did not pass. */
export function overviewLists(report: Report): List[] {
  const open = [...report.tests, ...report.evals].filter(({ verdict }) => verdict !== 'pass');
  if (open.length < 2) return [];
  const noun = open.every((each) => 'cases' in each) ? 'case' : 'run';
  const { missed, unexpected } = overviewOf(report);
  const list = (title: string, extents: readonly Extent[]): List[] =>
    extents.length === 0
      ? []
      : [
          {
            kind: 'list',
            layout: 'inline',
            title,
            items: extents.map((each) => ({
              text: concat(name(each.name, 80), ` ${extentText(each, noun)}`),
            })),
            cap: NAMES_SHOWN,
          },
        ];
  return [...list('missed most', missed), ...list('unexpected most', unexpected)];
}
