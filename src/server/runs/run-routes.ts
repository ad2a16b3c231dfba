import { compareReports, UserError } from '#core';
import type { ApiRunReport, ApiTrace, Role } from '#schema';
import { readPage } from '../http/page-query.ts';
import { jsonAnswer } from '../http/problem.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import { describeEntry, entriesOf, entryAt, headOf } from './entries.ts';
import { readFilter, readName } from './entry-query.ts';
import { readWholeTrace } from '../traces/whole-trace.ts';
import type { KeptReports } from './kept-reports.ts';
import { pageOfRuns } from './run-list.ts';

/** Reports show all traces of a run: reviewers, who label blind, do not see them. */
const READERS: readonly Role[] = ['admin'];

/** The routes of kept runs. */
export function runRoutes(kept: KeptReports): readonly Route[] {
  const get = (path: string, handle: (request: RouteRequest) => Promise<unknown>): Route => ({
    method: 'GET',
    path: `/api/v1${path}`,
    access: READERS,
    handle: async (request) => jsonAnswer(await handle(request)),
  });
  return [
    get('/runs', async ({ query }) => pageOfRuns(await kept.list(), query)),
    get('/runs/:run', async ({ parameters: { run: id = '' } }): Promise<ApiRunReport> => {
      const { run, report } = await kept.open(id);
      const { tests: _, evals: __, ...about } = report;
      return { run, about, entries: entriesOf(report).map(headOf) };
    }),
    get('/runs/:run/entries/:entry', async ({ parameters: { run: id = '', entry = '' } }) => {
      const { report } = await kept.open(id);
      return describeEntry(entryAt(report, entry));
    }),
    get('/runs/:run/index', ({ parameters: { run: id = '' } }) => kept.index(id)),
    get('/runs/:run/entries/:entry/usage', async ({ parameters: { run = '', entry = '' } }) =>
      (await kept.open(run)).usageOf(entry),
    ),
    get('/runs/:run/entries/:entry/cases', async ({ parameters, query }) => {
      const { run = '', entry = '' } = parameters;
      const pages = (await kept.open(run)).pagesOf(entry);
      return pages.page(readFilter(query), readPage(query));
    }),
    get('/runs/:run/entries/:entry/case', async ({ parameters, query }) => {
      const { run = '', entry = '' } = parameters;
      const pages = (await kept.open(run)).pagesOf(entry);
      return pages.open(readName(query), readFilter(query));
    }),
    get('/runs/:run/entries/:entry/example', async ({ parameters: { run = '', entry = '' } }) => {
      const opened = await kept.open(run);
      const { verdict } = entryAt(opened.report, entry).measured;
      return opened.pagesOf(entry).example(verdict);
    }),
    get('/runs/:run/entries/:entry/trace', async ({ parameters, query }): Promise<ApiTrace> => {
      const { run: id = '', entry: place = '' } = parameters;
      const opened = await kept.open(id);
      const entry = opened.pagesOf(place).find(readName(query));
      const { catalogs = [] } = entryAt(opened.report, place).measured;
      const catalog = entry.evidence?.catalog;
      return {
        entry,
        catalog: catalog === undefined ? null : (catalogs[catalog] ?? null),
        whole: await readWholeTrace(kept.root, opened, entry),
      };
    }),
    get('/compare', async ({ query }) => {
      const before = await kept.open(query.get('before') ?? '');
      const after = await kept.open(query.get('after') ?? '');
      const comparison = compareReports(before.report, after.report, null);
      if ('code' in comparison) throw new UserError([comparison]);
      return comparison;
    }),
  ];
}
