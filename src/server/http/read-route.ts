import type { Role } from '#schema';
import { jsonAnswer } from './problem.ts';
import type { Route, RouteRequest } from './route.ts';

/** Reports show all traces of a run: reviewers, who label blind, do not see them. */
const READERS: readonly Role[] = ['admin'];

/** A route of the API that answers with JSON what is kept of runs. */
export function readRoute(path: string, read: (request: RouteRequest) => Promise<unknown>): Route {
  return {
    method: 'GET',
    path: `/api/v1${path}`,
    access: READERS,
    handle: async (request) => jsonAnswer(await read(request)),
  };
}
