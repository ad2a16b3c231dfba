import { compareReports, FAILURE_MODES, UserError } from '#core';
import type { ApiCaseFilter, ApiRunReport, Role } from '#schema';
import { readChoice, readPage } from '../http/page-query.ts';
import { jsonAnswer, Problem } from '../http/problem.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import { casesOf, pageOfCases } from './case-pages.ts';
import { describeEntry, entriesOf, entryAt, headOf } from './entries.ts';
import type { KeptReports } from './kept-reports.ts';
import { pageOfRuns } from './run-list.ts';

/** Reports show all traces of a run: reviewers, who label blind, do not see them. */
const READERS: readonly Role[] = ['admin'];

const VERDICTS = ['fail', 'error', 'inconclusive', 'pass'] as const;

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
    get('/runs/:run/entries/:entry/cases', async ({ parameters, query }) => {
      const { run: id = '', entry = '' } = parameters;
      const { report } = await kept.open(id);
      return pageOfCases(entryAt(report, entry), readFilter(query), readPage(query));
    }),
    get('/runs/:run/entries/:entry/cases/:place', async ({ parameters }) => {
      const { run: id = '', entry = '', place = '' } = parameters;
      const { report } = await kept.open(id);
      const listed = casesOf(entryAt(report, entry))[/^\d{1,9}$/.test(place) ? Number(place) : -1];
      if (listed === undefined) throw new Problem(404, 'there is no such case');
      return listed;
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

function readFilter(query: URLSearchParams): ApiCaseFilter {
  const verdict = readChoice(query, 'verdict', VERDICTS);
  const mode = readChoice(query, 'mode', FAILURE_MODES);
  const [expected, called, text] = ['expected', 'called', 'text'].map((name) => query.get(name));
  return {
    ...(verdict === undefined ? {} : { verdict }),
    ...(mode === undefined ? {} : { mode }),
    ...(expected == null ? {} : { expected }),
    ...(called == null ? {} : { called }),
    ...(text == null || text === '' ? {} : { text }),
  };
}
