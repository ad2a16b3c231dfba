import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { ToolSpec } from '#core';
import type { Retention } from '#store';
import { hostNames, LOOPBACK_NAMES } from './access/guard-request.ts';
import { loadSecret } from './access/load-secret.ts';
import { intakeToken } from './access/sessions.ts';
import { serverError } from './issues/codes.ts';
import { createApp } from './http/create-app.ts';
import { healthRoute } from './http/health.ts';
import { listen } from './http/listen.ts';
import type { Route } from './http/route.ts';
import { forgetAddress, noteAddress } from './http/served-at.ts';
import { sessionRoute } from './http/session-route.ts';
import { overviewRoute } from './overview/overview-routes.ts';
import { RunSummaries } from './overview/run-summaries.ts';
import { judgeReasonsOf } from './labels/judge-reasons.ts';
import { labelRoutes } from './labels/label-routes.ts';
import { LabelSamples } from './labels/label-samples.ts';
import { intakeRoutes } from './live/intake-routes.ts';
import { liveRoutes } from './live/live-routes.ts';
import { LiveTraces } from './live/live-traces.ts';
import { KeptReports } from './runs/kept-reports.ts';
import { reportPageRoute } from './runs/report-page.ts';
import { runRoutes } from './runs/run-routes.ts';
import { pageRoutes, readPageFiles } from './pages/page-files.ts';

interface ServerOptions {
  /** The folder of the project. */
  readonly root: string;
  /** Whether this is the example project. */
  readonly isDemo: boolean;
  /** The folder with the files of the web app. */
  readonly pages: string;
  readonly version: string;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The token of the admin; made anew at each start where it is null. */
  readonly token: string | null;
  /** Further names that the server is reached by. */
  readonly names: readonly string[];
  /** Which tools were offered, where traces do not say. */
  readonly catalog?: readonly ToolSpec[] | null;
  readonly report: (error: unknown) => void;
  /** The suite that live traces are scored by; null for none. */
  readonly suite: string | null;
  /** How much of what arrives live is kept. */
  readonly retention: Retention;
}

/** The web app of a project while it runs. */
interface OpenServer {
  /** The link that lets the admin in. */
  readonly url: string;
  close(): Promise<void>;
}

const MIN_TOKEN_LENGTH = 32;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** Serves the web app of a project. */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  checkHost(options);
  const token = options.token ?? randomBytes(24).toString('base64url');
  const keys = { admin: token, secret: loadSecret(options.root) };
  const live = new LiveTraces(options);
  // A suite that cannot be used is reported at the start, not with the first trace.
  if (options.suite !== null) await live.open();
  const routes = [
    ...allRoutes(options, keys.secret),
    ...routesOfLive(live, options, intakeToken(keys.secret)),
  ];
  const { host } = options;
  const listening = await listen(options, (port) =>
    createApp(routes, {
      keys,
      port,
      hosts: hostNames(port, [...LOOPBACK_NAMES, ...options.names]),
      report: options.report,
    }),
  );
  const name = LOOPBACK_HOSTS.has(host) ? '127.0.0.1' : (options.names[0] ?? host);
  const origin = `http://${name}:${listening.port}`;
  await noteAddress(options.root, origin);
  return {
    url: `${origin}/?token=${encodeURIComponent(token)}`,
    close: async () => {
      forgetAddress(options.root, origin);
      await listening.close();
      await live.close();
    },
  };
}

/** Every route of the server. */
function allRoutes(
  { pages, version, isDemo, root, catalog = null }: ServerOptions,
  secret: Buffer,
): readonly Route[] {
  const kept = new KeptReports(root);
  return [
    healthRoute,
    sessionRoute({ version, isDemo, project: basename(root) }),
    overviewRoute(kept, new RunSummaries(root)),
    ...runRoutes(kept),
    reportPageRoute(kept),
    ...labelRoutes({
      samples: new LabelSamples(root, catalog),
      secret,
      reasons: judgeReasonsOf(root),
    }),
    ...pageRoutes(readPageFiles(pages)),
  ];
}

function routesOfLive(
  live: LiveTraces,
  { version }: ServerOptions,
  token: string,
): readonly Route[] {
  return [...intakeRoutes(live), ...liveRoutes(live, { version, token })];
}

/** Traces are confidential: beyond this machine they need a token that was chosen for it. */
function checkHost({ host, token, names }: ServerOptions): void {
  if (LOOPBACK_HOSTS.has(host)) return;
  if (token !== null && token.length >= MIN_TOKEN_LENGTH && names.length > 0) return;
  throw serverError('SERVE_HOST', `${host} can be reached from other machines`, {
    hint:
      `set WHICHTOOL_TOKEN to a secret of at least ${MIN_TOKEN_LENGTH} characters, ` +
      'and name the server with --name',
  });
}
