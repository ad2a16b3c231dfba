import type { ApiLive, ApiLivePage, ApiLiveRun, LiveOutcome, Role } from '#schema';
import { LIVE_OUTCOMES } from '#schema';
import type { TraceFilter } from '#store';
import { readChoice, readPage } from '../http/page-query.ts';
import { jsonAnswer, Problem } from '../http/problem.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import { compareWindows, parseWindow } from './drift-windows.ts';
import { eventStream } from './live-events.ts';
import { figuresOf, toApiTrace } from './live-facts.ts';
import type { LiveTraces } from './live-traces.ts';
import { sendingEnvironment } from './sending-environment.ts';
import { sumGates } from './sum-gates.ts';

/** Live traces are what the agent of everyone said: reviewers, who label blind, do not see them. */
const READERS: readonly Role[] = ['admin'];
const VERDICTS = ['fail', 'error', 'inconclusive', 'pass'] as const;
const MAX_STREAMS = 32;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What the routes need to know beside the traces. */
interface LiveRouteOptions {
  readonly version: string;
  /** The token of programs that send. */
  readonly token: string;
}

/** The routes of live traces. */
export function liveRoutes(
  live: LiveTraces,
  { version, token }: LiveRouteOptions,
): readonly Route[] {
  let streams = 0;
  const get = (path: string, handle: (request: RouteRequest) => Promise<unknown>): Route => ({
    method: 'GET',
    path: `/api/v1/live${path}`,
    access: READERS,
    handle: async (request) => jsonAnswer(await handle(request)),
  });
  return [
    get('', async ({ raw }): Promise<ApiLive> => {
      const { store, scorer } = await live.open();
      return {
        environment: sendingEnvironment(new URL(raw.url).origin, token),
        suite: live.suite.file === null ? null : { file: live.suite.file, tests: scorer.tests },
        suites: await live.suite.choices(),
        suiteFault: live.suite.fault,
        retention: { days: live.retention.maxAgeMs / DAY_MS, bytes: live.retention.maxBytes },
        rule: live.queue.rule,
        queued: live.queue.queued,
        queueFault: live.queue.fault,
        ...figuresOf(live, store),
      };
    }),
    get('/traces', async ({ query }): Promise<ApiLivePage> => {
      const { store } = await live.open();
      const { from, limit } = readPage(query);
      const { change } = store.index;
      const before = from === 0 ? Number.MAX_SAFE_INTEGER : from;
      const { items, next } = store.index.page(before, limit, readFilter(query));
      return { items: items.map(toApiTrace), next: next === null ? null : String(next), change };
    }),
    get('/traces/:trace', async ({ parameters: { trace: id = '' } }): Promise<ApiLiveRun> => {
      const { store } = await live.open();
      const trace = store.index.find(id);
      if (trace === null) throw new Problem(404, 'there is no such trace here');
      return { trace: toApiTrace(trace), report: await live.reportOf(trace) };
    }),
    get('/drift', async ({ query }) => {
      const windows = [parseWindow(query, 'before'), parseWindow(query, 'after')] as const;
      const { store } = await live.open();
      return compareWindows(store, windows, version);
    }),
    get('/gates', async ({ query }) => {
      const { store, scorer } = await live.open();
      return sumGates(store, scorer, query);
    }),
    {
      method: 'PUT',
      path: '/api/v1/live/suite',
      access: READERS,
      handle: async ({ json }) => {
        await live.chooseSuite(await json());
        return jsonAnswer({ file: live.suite.file });
      },
    },
    {
      method: 'PUT',
      path: '/api/v1/live/queue',
      access: READERS,
      handle: async ({ json }) => jsonAnswer(await live.queue.change(await json())),
    },
    {
      method: 'GET',
      path: '/api/v1/live/events',
      access: READERS,
      handle: async ({ raw, query }) => {
        await live.open();
        if (streams >= MAX_STREAMS) throw new Problem(503, 'too many pages are open');
        streams += 1;
        const after = readChange(raw.headers.get('Last-Event-ID') ?? query.get('after'));
        const stream = eventStream(live, after, () => (streams -= 1));
        return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
      },
    },
  ];
}

function readFilter(query: URLSearchParams): TraceFilter {
  const parameter = (name: string): string | undefined => query.get(name) || undefined;
  return {
    outcome: readChoice<LiveOutcome>(query, 'outcome', LIVE_OUTCOMES),
    verdict: readChoice(query, 'verdict', VERDICTS),
    tool: parameter('tool'),
    text: parameter('text'),
  };
}

function readChange(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
