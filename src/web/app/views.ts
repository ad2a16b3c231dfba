import { RunPage } from './run/run-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { DriftPage } from './drift/drift-page.tsx';
import { LivePage } from './live/live-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';
import type { View } from './frame/view.ts';

/** Every view, in the order of the bar. Their addresses are in `VIEW_PATHS`. */
export const VIEWS: readonly View[] = [
  { name: 'overview', title: 'Overview', access: ['admin'], tab: 'Overview', Show: OverviewPage },
  { name: 'runs', title: 'Runs', access: ['admin'], tab: 'Runs', Show: RunsPage },
  { name: 'run', title: 'Run', access: ['admin'], under: 'runs', Show: RunPage },
  { name: 'entry', title: 'Run', access: ['admin'], under: 'runs', Show: RunPage },
  { name: 'live', title: 'Live', access: ['admin'], tab: 'Live', Show: LivePage },
  { name: 'drift', title: 'Drift', access: ['admin'], tab: 'Drift', Show: DriftPage },
];
