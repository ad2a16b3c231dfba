import { basename } from 'node:path';
import type { ToolSpec } from '#core';
import { DEFAULT_RETENTION, listRunning, type Retention } from '#store';
import { intakeToken } from './access/sessions.ts';
import { healthRoute } from './http/health.ts';
import type { Route } from './http/route.ts';
import { sessionRoute } from './http/session-route.ts';
import { judgeReasonsOf } from './labels/judge-reasons.ts';
import { labelRoutes } from './labels/label-routes.ts';
import { LabelSamples } from './labels/label-samples.ts';
import { intakeRoutes } from './live/intake-routes.ts';
import { liveRoutes } from './live/live-routes.ts';
import { LiveTraces } from './live/live-traces.ts';
import { overviewRoute } from './overview/overview-routes.ts';
import { RunSummaries } from './overview/run-summaries.ts';
import { pageRoutes, readPageFiles } from './pages/page-files.ts';
import { KeptReports } from './runs/kept-reports.ts';
import { reportPageRoute } from './runs/report-page.ts';
import { runRoutes } from './runs/run-routes.ts';
import { sideRoutes } from './sides/side-routes.ts';
import { ProjectSuites } from './suites/project-suites.ts';
import { suiteRoutes } from './suites/suite-routes.ts';
import { TryJobs } from './try/try-jobs.ts';
import { tryRoutes } from './try/try-routes.ts';

/** What is served. */
export interface ServedProject {
  /** The folder of the project. */
  readonly root: string;
  /** Whether this is the example project. */
  readonly isDemo?: boolean;
  /** The folder with the files of the web app. */
  readonly pages: string;
  readonly version: string;
  /** Which tools were offered, where traces do not say. */
  readonly catalog?: readonly ToolSpec[] | null;
  /** The suite that live traces are scored by; none by default. */
  readonly suite?: string | null;
  /** How much of what arrives live is kept. */
  readonly retention?: Retention;
  /** Reports a fault of ours. */
  readonly report: (error: unknown) => void;
}

/** What operators see of a server; nothing of a trace. */
export interface ServerStatus {
  /** Runs in the history, and runs under way. */
  readonly kept: number;
  readonly running: number;
  readonly received: LiveTraces['counters'];
  readonly isLiveFull: boolean;
}

/** A project with every route to it: what is not in this list is not served. */
export interface OpenProject {
  readonly routes: readonly Route[];
  readonly live: LiveTraces;
  /** Begins with what most visitors need first; whatever fails here is reported when it is asked for. */
  prepare(): void;
  /** Rejects where the project cannot be read. */
  readonly status: () => Promise<ServerStatus>;
  /** Ends what works in the background. */
  close(): Promise<void>;
}

/** Opens a project. The secret signs personal links. */
export function openProject(project: ServedProject, secret: Buffer): OpenProject {
  const { root, isDemo = false, pages, version, catalog = null } = project;
  const { suite = null, retention = DEFAULT_RETENTION } = project;
  const kept = new KeptReports(root, version);
  const live = new LiveTraces({ root, suite, retention, report: project.report });
  const samples = new LabelSamples(root, catalog);
  const suites = new ProjectSuites(root, version);
  const routes = [
    healthRoute,
    sessionRoute({ version, isDemo, project: basename(root) }),
    overviewRoute(kept, new RunSummaries(root, kept.indexes)),
    ...runRoutes(kept),
    ...sideRoutes(kept),
    reportPageRoute(kept),
    ...labelRoutes({ samples, secret, reasons: judgeReasonsOf(root) }),
    ...intakeRoutes(live),
    ...liveRoutes(live, { version, token: intakeToken(secret) }),
    ...suiteRoutes(suites),
    ...tryRoutes({ root, suites, kept, jobs: new TryJobs(root, version) }),
    ...pageRoutes(readPageFiles(pages)),
  ];
  const close = async (): Promise<void> => {
    kept.indexes.close();
    await live.close();
  };
  const prepare = (): void => void kept.prepareNewest().catch(() => {});
  const status = async (): Promise<ServerStatus> => ({
    kept: (await kept.list()).length,
    running: listRunning(root).length,
    received: live.counters,
    isLiveFull: await live.isFull(),
  });
  return { routes, live, prepare, status, close };
}
