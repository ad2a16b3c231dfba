import { Hono } from 'hono';
import { UserError } from '#core';
import { guardRequest } from '../access/guard-request.ts';
import { withSafety } from '../access/response-headers.ts';
import { type Keys, maySend, visitorOf } from '../access/sessions.ts';
import { ADMIN, type Visitor } from '../access/visitor.ts';
import { findCredential, sessionCookie } from './credential.ts';
import { Problem, problemAnswer } from './problem.ts';
import { isNavigation, problemPage } from './problem-page.ts';
import { readJson } from './read-json.ts';
import type { Route, RouteRequest } from './route.ts';

/** What an application needs beside its routes. */
export interface AppOptions {
  readonly keys: Keys;
  /** `host:port` of all names that the server has. */
  readonly hosts: ReadonlySet<string>;
  readonly port: number;
  /** Reports a fault of ours. */
  readonly report: (error: unknown) => void;
}

/** What Node's adapter hands over; absent in tests that call the application directly. */
interface Bindings {
  readonly incoming?: { readonly url?: string };
}

export type App = Hono<{ Bindings: Bindings }>;

/** The application: every request is guarded, then authorised by its route. There is no route without a rule. */
export function createApp(routes: readonly Route[], options: AppOptions): App {
  const app: App = new Hono<{ Bindings: Bindings }>();
  app.use(async (context, next) => {
    const refusal = guard(context.req.raw, context.env?.incoming?.url, options);
    if (refusal === null) await next();
    else context.res = answerProblem(refusal, context.req.raw);
    withSafety(context.res);
  });
  app.onError((error, context) => answerProblem(problemOf(error, options), context.req.raw));
  app.notFound((context) =>
    answerProblem(
      visitor(context.req.raw, options) === null
        ? UNKNOWN
        : new Problem(404, 'there is no such page'),
      context.req.raw,
    ),
  );
  for (const route of routes)
    app.on(route.method, route.path, async (context) => {
      const known = authorise(route, context.req.raw, options);
      const request: RouteRequest = {
        parameters: context.req.param(),
        query: new URL(context.req.url).searchParams,
        visitor: known,
        raw: context.req.raw,
        json: () => readJson(context.req.raw),
      };
      const answer = await route.handle(request);
      const cookie = sessionCookie(context.req.raw, options.port);
      if (cookie !== null && route.access !== 'open') answer.headers.append('Set-Cookie', cookie);
      return answer;
    });
  refuseOtherMethods(app, routes, options);
  return app;
}

/** A path that there is, with a method that it does not have. Registered last: what has a route of its own comes first. */
function refuseOtherMethods(app: App, routes: readonly Route[], options: AppOptions): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes)
    methods.set(path, [
      ...(methods.get(path) ?? []),
      ...(method === 'GET' ? [method, 'HEAD'] : [method]),
    ]);
  for (const [path, allowed] of methods)
    app.all(path, (context) => {
      if (visitor(context.req.raw, options) === null)
        return answerProblem(UNKNOWN, context.req.raw);
      const list = allowed.join(', ');
      const answer = answerProblem(new Problem(405, `this address takes ${list}`), context.req.raw);
      answer.headers.set('Allow', list);
      return answer;
    });
}

const UNKNOWN = new Problem(401, 'open the link that whichtool printed: it contains the token');

function guard(request: Request, target: string | undefined, options: AppOptions): Problem | null {
  const { headers, method, url } = request;
  const refusal = guardRequest(
    {
      method,
      target: target ?? new URL(url).pathname,
      host: headers.get('Host') ?? null,
      origin: headers.get('Origin'),
      fetchSite: headers.get('Sec-Fetch-Site'),
      fetchMode: headers.get('Sec-Fetch-Mode'),
      contentType: headers.get('Content-Type'),
      credential: findCredential(request, options.port).kind,
    },
    options.hosts,
  );
  return refusal === null ? null : new Problem(refusal.status, refusal.reason);
}

function visitor(request: Request, { keys, port }: AppOptions): Visitor | null {
  return visitorOf(findCredential(request, port).token, keys);
}

function authorise({ access }: Route, request: Request, options: AppOptions): Visitor {
  const known = visitor(request, options);
  if (access === 'open') return known ?? ADMIN;
  if (access === 'intake') return authoriseSender(request, options);
  if (known === null) throw UNKNOWN;
  if (!access.includes(known.role))
    throw new Problem(403, `this needs the role ${access.join(' or ')}, not ${known.role}`);
  return known;
}

/** Programs say their token in a header. A cookie would let any page of the browser send. */
function authoriseSender(request: Request, { keys, port }: AppOptions): Visitor {
  const { kind, token } = findCredential(request, port);
  if (kind === 'header' && maySend(token, keys)) return ADMIN;
  throw new Problem(401, 'send the token for programs as Authorization: Bearer <token>');
}

/** What is reported to the visitor of an error. */
function problemOf(error: unknown, { report }: AppOptions): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof UserError) return new Problem(422, error.message, { issues: error.issues });
  report(error);
  return new Problem(500, 'this is a fault of whichtool; its terminal says more');
}

/** A page for a person who opened the address, JSON for all others. */
function answerProblem(problem: Problem, request: Request): Response {
  return isNavigation(request) ? problemPage(problem) : problemAnswer(problem);
}
