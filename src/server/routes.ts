import { basename } from 'node:path';
import type { ToolSpec } from '#core';
import { intakeToken } from './access/sessions.ts';
import { healthRoute } from './http/health.ts';
import type { Route } from './http/route.ts';
import { sessionRoute } from './http/session-route.ts';
import { judgeReasonsOf } from './labels/judge-reasons.ts';
import { labelRoutes } from './labels/label-routes.ts';
import { LabelSamples } from './labels/label-samples.ts';
import { intakeRoutes } from './live/intake-routes.ts';
import { liveRoutes } from './live/live-routes.ts';
import type { LiveTraces } from './live/live-traces.ts';
import { overviewRoute } from './overview/overview-routes.ts';
import { RunSummaries } from './overview/run-summaries.ts';
import { pageRoutes, readPageFiles } from './pages/page-files.ts';
import { KeptReports } from './runs/kept-reports.ts';
import { reportPageRoute } from './runs/report-page.ts';
import { runRoutes } from './runs/run-routes.ts';

/** What is served. */
export interface ServedProject {
  /** The folder of the project. */
  readonly root: string;
  /** Whether this is the example project. */
  readonly isDemo: boolean;
  /** The folder with the files of the web app. */
  readonly pages: string;
  readonly version: string;
  /** Which tools were offered, where traces do not say. */
  readonly catalog?: readonly ToolSpec[] | null;
}

/** Every route of the server: what is not in this list is not served. */
export function serverRoutes(
  { root, isDemo, pages, version, catalog = null }: ServedProject,
  secret: Buffer,
  live: LiveTraces,
): readonly Route[] {
  const kept = new KeptReports(root);
  const samples = new LabelSamples(root, catalog);
  return [
    healthRoute,
    sessionRoute({ version, isDemo, project: basename(root) }),
    overviewRoute(kept, new RunSummaries(root)),
    ...runRoutes(kept),
    reportPageRoute(kept),
    ...labelRoutes({ samples, secret, reasons: judgeReasonsOf(root) }),
    ...pageRoutes(readPageFiles(pages)),
    ...intakeRoutes(live),
    ...liveRoutes(live, { version, token: intakeToken(secret) }),
  ];
}
