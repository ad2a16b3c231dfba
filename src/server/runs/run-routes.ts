import { compareReports, UserError } from '#core';
import type { ApiRunReport, ApiTrace } from '#schema';
import { listRunning } from '#store';
import { readPage } from '../http/page-query.ts';
import { readRoute } from '../http/read-route.ts';
import type { Route } from '../http/route.ts';
import { describeEntry, entriesOf, entryAt, headOf } from './entries.ts';
import { readFilter, readName } from './entry-query.ts';
import { readWholeTrace } from '../traces/whole-trace.ts';
import type { KeptReports } from './kept-reports.ts';
import { pageOfRuns } from './run-list.ts';

/** The routes of kept runs. */
export function runRoutes(kept: KeptReports): readonly Route[] {
  return [
    readRoute('/runs', async ({ query }) => pageOfRuns(await kept.list(), query)),
    readRoute('/running', async () => listRunning(kept.root)),
    readRoute('/runs/:run', async ({ parameters: { run: id = '' } }): Promise<ApiRunReport> => {
      const { run, figures, counts } = await kept.open(id);
      const { tests: _, evals: __, ...about } = figures;
      return {
        run,
        about,
        entries: entriesOf(figures).map((entry, place) => headOf(entry, counts[place] ?? null)),
      };
    }),
    readRoute('/runs/:run/entries/:entry', async ({ parameters: { run: id = '', entry = '' } }) => {
      const { figures } = await kept.open(id);
      return describeEntry(entryAt(figures, entry));
    }),
    readRoute('/runs/:run/index', ({ parameters: { run: id = '' } }) => kept.index(id)),
    readRoute('/runs/:run/entries/:entry/usage', async ({ parameters: { run = '', entry = '' } }) =>
      (await kept.open(run)).usageOf(entry),
    ),
    readRoute('/runs/:run/entries/:entry/cases', async ({ parameters, query }) => {
      const { run = '', entry = '' } = parameters;
      const pages = (await kept.open(run)).pagesOf(entry);
      return pages.page(readFilter(query), readPage(query));
    }),
    readRoute('/runs/:run/entries/:entry/case', async ({ parameters, query }) => {
      const { run = '', entry = '' } = parameters;
      const pages = (await kept.open(run)).pagesOf(entry);
      return pages.open(readName(query), readFilter(query));
    }),
    readRoute(
      '/runs/:run/entries/:entry/example',
      async ({ parameters: { run = '', entry = '' } }) => {
        const opened = await kept.open(run);
        return opened.pagesOf(entry).example();
      },
    ),
    readRoute(
      '/runs/:run/entries/:entry/trace',
      async ({ parameters, query }): Promise<ApiTrace> => {
        const { run: id = '', entry: place = '' } = parameters;
        const opened = await kept.open(id);
        const entry = opened.pagesOf(place).find(readName(query));
        const { catalogs = [] } = entryAt(opened.figures, place).measured;
        const catalog = entry.evidence?.catalog;
        return {
          entry,
          catalog: catalog === undefined ? null : (catalogs[catalog] ?? null),
          whole: await readWholeTrace(
            kept.root,
            { run: opened.run, report: opened.figures },
            entry,
          ),
        };
      },
    ),
    readRoute('/compare', async ({ query }) => {
      const before = await kept.whole(query.get('before') ?? '');
      const after = await kept.whole(query.get('after') ?? '');
      const comparison = compareReports(before.report, after.report, null);
      if ('code' in comparison) throw new UserError([comparison]);
      return comparison;
    }),
  ];
}
