import { isJsonObject } from '#core';
import { planTrial } from '#run';
import type { ApiTryJob, Role, TrialDocument } from '#schema';
import { jsonAnswer, Problem } from '../http/problem.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import type { KeptReports } from '../runs/kept-reports.ts';
import type { ProjectSuites } from '../suites/project-suites.ts';
import { describeTrial, findTrial } from './find-trial.ts';
import { driveOptions, type TryJobs } from './try-jobs.ts';

/** A trial asks models and may start programs. */
const TRIERS: readonly Role[] = ['admin'];

/** What the routes of trials need. */
interface TryParts {
  readonly root: string;
  readonly suites: ProjectSuites;
  readonly kept: KeptReports;
  readonly jobs: TryJobs;
}

/** The routes that try other descriptions of tools. */
export function tryRoutes({ root, suites, kept, jobs }: TryParts): readonly Route[] {
  const route = (
    method: Route['method'],
    path: string,
    handle: (request: RouteRequest) => Promise<unknown>,
  ): Route => ({
    method,
    path: `/api/v1/try${path}`,
    access: TRIERS,
    handle: async (request) => jsonAnswer(await handle(request)),
  });
  return [
    route('GET', '', ({ query }) =>
      describeTrial(root, suites, kept, {
        suite: query.get('suite') ?? '',
        eval: query.get('eval') ?? '',
      }),
    ),
    route('POST', '/plan', async ({ json, raw }) => {
      const { asked, trial } = readTrial(await json());
      const match = await findTrial(root, suites, kept, asked);
      return planTrial(
        [match.suite],
        {
          trial,
          baseline: match.baseline.report,
          drive: driveOptions({ suite: match.suite, trial }, root),
          cwd: root,
          runs: null,
        },
        raw.signal,
      );
    }),
    route('POST', '', async ({ json }) => {
      const { asked, trial, maxCost } = readTrial(await json());
      const match = await findTrial(root, suites, kept, asked);
      return jobs.start({ ...match, trial, maxCost });
    }),
    route('DELETE', '', async () => {
      jobs.cancel();
      return {};
    }),
    {
      method: 'GET',
      path: '/api/v1/try/events',
      access: TRIERS,
      handle: () => streamOf(jobs),
    },
  ];
}

/** The other descriptions in a body, and what they may cost. */
function readTrial(body: unknown): {
  readonly asked: { readonly suite: string; readonly eval: string };
  readonly trial: TrialDocument;
  readonly maxCost: number | null;
} {
  const { suite, eval: name, descriptions, maxCost = null } = isJsonObject(body) ? body : {};
  if (typeof suite !== 'string' || typeof name !== 'string' || !isJsonObject(descriptions))
    throw new Problem(400, 'the body needs `suite`, `eval` and `descriptions`');
  const entries = Object.entries(descriptions);
  if (entries.length === 0) throw new Problem(400, 'no description is changed');
  const overrides = Object.fromEntries(
    entries.map(([tool, description]) => {
      if (typeof description !== 'string' || description.trim() === '')
        throw new Problem(400, `the description of ${tool} is empty`);
      return [tool, { description }];
    }),
  );
  if (maxCost !== null && !(typeof maxCost === 'number' && maxCost > 0))
    throw new Problem(400, 'the limit of the cost must be a number above 0');
  return { asked: { suite, eval: name }, trial: { overrides }, maxCost };
}

/** Browsers and proxies close streams that are silent. */
const HEARTBEAT_MS = 15_000;

/** The states of the trial as server-sent events: the present one first. */
function streamOf(jobs: TryJobs): Response {
  const encoder = new TextEncoder();
  let end = (): void => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      const tell = (job: ApiTryJob | null): void => send(`data: ${JSON.stringify(job)}\n\n`);
      tell(jobs.current);
      const stop = jobs.listen(tell);
      const timer = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
      timer.unref();
      end = () => {
        clearInterval(timer);
        stop();
      };
    },
    cancel: () => end(),
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
}
