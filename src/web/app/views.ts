import { RunsPage } from './runs/runs-page.tsx';
import { SuitePage } from './suites/suite-page.tsx';
import { SuitesPage } from './suites/suites-page.tsx';
import { TryPage } from './try/try-page.tsx';
import type { View } from './frame/view.ts';

/** Every view, in the order of the bar. Their addresses are in `VIEW_PATHS`. */
export const VIEWS: readonly View[] = [
  { name: 'overview', title: 'Overview', access: ['admin'], tab: 'Overview', Show: RunsPage },
  { name: 'runs', title: 'Runs', access: ['admin'], tab: 'Runs', Show: RunsPage },
  { name: 'suites', title: 'Suites', access: ['admin'], tab: 'Suites', Show: SuitesPage },
  { name: 'suite', title: 'Suite', access: ['admin'], under: 'suites', Show: SuitePage },
  { name: 'try', title: 'Try', access: ['admin'], under: 'suites', Show: TryPage },
];
