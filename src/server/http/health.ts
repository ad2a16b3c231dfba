import { jsonAnswer } from './problem.ts';
import type { Route } from './route.ts';

/** Says that the server runs, and nothing else: it is the only route without a token. */
export const healthRoute: Route = {
  method: 'GET',
  path: '/healthz',
  access: 'open',
  handle: () => jsonAnswer({ status: 'ok' }),
};
