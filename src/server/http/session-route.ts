import { type ApiSession, ROLES } from '#schema';
import { jsonAnswer } from './problem.ts';
import type { Route } from './route.ts';

/** Says who the visitor is. */
export function sessionRoute(facts: Pick<ApiSession, 'version' | 'project' | 'isDemo'>): Route {
  return {
    method: 'GET',
    path: '/api/v1/session',
    access: ROLES,
    handle: ({ visitor }) => jsonAnswer({ ...facts, ...visitor } satisfies ApiSession),
  };
}
