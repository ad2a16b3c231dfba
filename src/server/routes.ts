import { basename } from 'node:path';
import { healthRoute } from './http/health.ts';
import type { Route } from './http/route.ts';
import { sessionRoute } from './http/session-route.ts';
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
}

/** Every route of the server: what is not in this list is not served. */
export function serverRoutes({ root, isDemo, pages, version }: ServedProject): readonly Route[] {
  const kept = new KeptReports(root);
  return [
    healthRoute,
    sessionRoute({ version, isDemo, project: basename(root) }),
    overviewRoute(kept, new RunSummaries(root)),
    ...runRoutes(kept),
    reportPageRoute(kept),
    ...pageRoutes(readPageFiles(pages)),
  ];
}
