import { AgreementPage } from './labels/agreement/agreement-page.tsx';
import { AdjudicatePage, LabelPage } from './labels/desk/desk-page.tsx';
import { QueuePage } from './labels/samples/queue-page.tsx';
import { SamplesPage } from './labels/samples/samples-page.tsx';
import { RunPage } from './run/run-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { DriftPage } from './drift/drift-page.tsx';
import { LivePage } from './live/live-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';
import { ROLES } from '#schema';
import type { View } from './frame/view.ts';

/** Every view, in the order of the bar. Their addresses are in `VIEW_PATHS`. */
export const VIEWS: readonly View[] = [
  { name: 'overview', title: 'Overview', access: ['admin'], tab: 'Overview', Show: OverviewPage },
  { name: 'runs', title: 'Runs', access: ['admin'], tab: 'Runs', Show: RunsPage },
  { name: 'labels', title: 'Labels', access: ROLES, tab: 'Labels', Show: SamplesPage },
  { name: 'queue', title: 'Cases to label', access: ROLES, under: 'labels', Show: QueuePage },
  {
    name: 'adjudicate',
    title: 'Decide',
    access: ['adjudicator', 'admin'],
    under: 'labels',
    isWhole: true,
    Show: AdjudicatePage,
  },
  {
    name: 'agreement',
    title: 'Agreement',
    access: ['adjudicator', 'admin'],
    under: 'labels',
    Show: AgreementPage,
  },
  {
    name: 'case',
    title: 'Label',
    access: ROLES,
    under: 'labels',
    isWhole: true,
    Show: LabelPage,
  },
  { name: 'run', title: 'Run', access: ['admin'], under: 'runs', Show: RunPage },
  { name: 'entry', title: 'Run', access: ['admin'], under: 'runs', Show: RunPage },
  { name: 'live', title: 'Live', access: ['admin'], tab: 'Live', Show: LivePage },
  { name: 'drift', title: 'Drift', access: ['admin'], tab: 'Drift', Show: DriftPage },
];
