import { compareReports, UserError } from '#core';
import { indexComparison } from '#reporters';
import type { ApiSidePair } from '#schema';
import { readChoice, readPage } from '../http/page-query.ts';
import { Problem } from '../http/problem.ts';
import { readRoute } from '../http/read-route.ts';
import type { Route } from '../http/route.ts';
import type { KeptReports } from '../runs/kept-reports.ts';
import { compareSides, type SideCases, type SideShow } from './side-cases.ts';
import { tabulateSides } from './side-table.ts';
import { entriesByName, keyOf, openSides, type Side } from './sides.ts';

const SHOWN = [
  'changed',
  'worse',
  'better',
  'differs',
  'same',
  'unmeasured',
  'missing',
  'all',
] as const satisfies readonly SideShow[];

/** Comparisons that are kept: a list of a million pairs is not made again for its next page. */
const MAX_KEPT = 6;

/** The routes that show runs side by side. */
export function sideRoutes(kept: KeptReports): readonly Route[] {
  const comparisons = new Map<string, SideCases>();
  const casesOf = (sides: readonly Side[], name: string | null): SideCases => {
    const key = JSON.stringify([sides.map(({ opened, model }) => [opened.run.id, model]), name]);
    const cases = comparisons.get(key) ?? compareSides(sides, name);
    comparisons.delete(key);
    comparisons.set(key, cases);
    const [oldest] = comparisons.keys();
    if (comparisons.size > MAX_KEPT && oldest !== undefined) comparisons.delete(oldest);
    return cases;
  };
  return [
    readRoute('/sides', async ({ query }) => {
      const sides = await openSides(kept, query);
      return tabulateSides(sides, (name) => casesOf(sides, name));
    }),
    readRoute('/sides/words', async ({ query }) => {
      const [before, after] = await openSides(kept, query);
      if (before === undefined || after === undefined)
        throw new Problem(400, 'two runs are compared: runs=1,2');
      const comparison = compareReports(before.opened.report, after.opened.report, null);
      if ('code' in comparison) throw new UserError([comparison]);
      return indexComparison(comparison);
    }),
    readRoute('/sides/cases', async ({ query }) => {
      const sides = await openSides(kept, query);
      const show = readChoice(query, 'show', SHOWN) ?? 'changed';
      return casesOf(sides, readEval(query)).page(show, query.get('q') ?? '', readPage(query));
    }),
    readRoute('/sides/case', async ({ query }): Promise<ApiSidePair> => {
      const id = query.get('case') ?? '';
      const name = readEval(query);
      const sides = await openSides(kept, query);
      return { id, sides: sides.map((side) => openCase(side, name, id)) };
    }),
  ];
}

/** The name of the eval that is compared; null for all tests. */
function readEval(query: URLSearchParams): string | null {
  return query.get('eval') || null;
}

/** A case of an eval in a column; of a test, the run that shows its verdict. */
function openCase(side: Side, name: string | null, id: string): ApiSidePair['sides'][number] {
  const key = name === null ? keyOf('test', id) : keyOf('eval', name);
  const match = entriesByName(side).get(key);
  if (match === undefined) return null;
  const { opened } = side;
  const pages = opened.pagesOf(String(match.place));
  const entry = name === null ? pages.example() : pages.findById(id);
  return name !== null && entry === null ? null : { run: opened.run.id, place: match.place, entry };
}
