import { jsonAnswer } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { KeptReports } from '../runs/kept-reports.ts';
import { buildOverview } from './overview.ts';
import type { RunSummaries } from './run-summaries.ts';

/** The route of the first page. */
export function overviewRoute(kept: KeptReports, summaries: RunSummaries): Route {
  return {
    method: 'GET',
    path: '/api/v1/overview',
    access: ['admin'],
    handle: async ({ query }) =>
      jsonAnswer(
        await buildOverview(await kept.list(), summaries, {
          suite: query.get('suite'),
          branch: query.get('branch'),
          model: query.get('model'),
        }),
      ),
  };
}
