import { ROLES } from '../access/visitor.ts';
import { jsonAnswer } from './problem.ts';
import type { Route } from './route.ts';

/** What the page knows about itself. */
export interface SessionFacts {
  readonly version: string;
  /** The name of the project's folder. */
  readonly project: string;
}

/** Says who the visitor is. */
export function sessionRoute(facts: SessionFacts): Route {
  return {
    method: 'GET',
    path: '/api/v1/session',
    access: ROLES,
    handle: ({ visitor }) => jsonAnswer({ ...facts, ...visitor }),
  };
}
