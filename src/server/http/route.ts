import type { Role } from '#schema';
import type { Visitor } from '../access/visitor.ts';

/** Who may use a route: anyone, programs that send traces, or visitors with one of these roles. */
type Access = 'open' | 'intake' | readonly Role[];

/** A request that may be answered. */
export interface RouteRequest {
  /** The values of the parameters in the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly visitor: Visitor;
  readonly raw: Request;
  /** The body as JSON; throws a `Problem` where it is not, or is too long. */
  readonly json: () => Promise<unknown>;
}

/** One address of the server. A route without `access` does not compile. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/api/v1/runs/:run`. */
  readonly path: string;
  readonly access: Access;
  readonly handle: (request: RouteRequest) => Response | Promise<Response>;
}
