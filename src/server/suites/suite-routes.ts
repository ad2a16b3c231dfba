import { isJsonObject, type ScoredExtent } from '#core';
import type { ApiPage, ApiSuiteHead, Role } from '#schema';
import { readChoice, readPage } from '../http/page-query.ts';
import { jsonAnswer, Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { ProjectSuites } from './project-suites.ts';

/** Suites show all traces, and are written: reviewers, who label blind, do not see them. */
const EDITORS: readonly Role[] = ['admin'];

const EXTENTS = ['tools', 'calls', 'all'] as const satisfies readonly ScoredExtent[];

/** The routes of the suites of the project. */
export function suiteRoutes(suites: ProjectSuites): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/suites',
      access: EDITORS,
      handle: async ({ query }) => jsonAnswer(pageOf(await suites.list(), query)),
    },
    {
      method: 'GET',
      path: '/api/v1/suites/:suite',
      access: EDITORS,
      handle: async ({ parameters: { suite = '' }, query }) => {
        const extent = readChoice(query, 'extent', EXTENTS) ?? 'tools';
        return jsonAnswer(await suites.open(suite, extent));
      },
    },
    {
      method: 'PUT',
      path: '/api/v1/suites/:suite',
      access: EDITORS,
      handle: async ({ parameters: { suite = '' }, json }) => {
        const body = await json();
        const { text, sha256 } = isJsonObject(body) ? body : {};
        if (typeof text !== 'string' || typeof sha256 !== 'string')
          throw new Problem(400, 'the body needs `text` and `sha256`');
        return jsonAnswer({ sha256: await suites.write(suite, text, sha256) });
      },
    },
  ];
}

function pageOf(suites: readonly ApiSuiteHead[], query: URLSearchParams): ApiPage<ApiSuiteHead> {
  const { from, limit } = readPage(query);
  const end = from + limit;
  const next = end < suites.length ? String(end) : null;
  return { total: suites.length, items: suites.slice(from, end), next };
}
