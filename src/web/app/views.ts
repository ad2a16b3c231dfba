import { ComparePage } from './compare/compare-page.tsx';
import { ModelsPage } from './models/models-page.tsx';
import { RunPage } from './run/run-page.tsx';
import { TracePage } from './trace/trace-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { DriftPage } from './drift/drift-page.tsx';
import { LivePage } from './live/live-page.tsx';
import { AgreementPage } from './labels/agreement/agreement-page.tsx';
import { AdjudicatePage, LabelPage } from './labels/desk/desk-page.tsx';
import { QueuePage } from './labels/samples/queue-page.tsx';
import { SamplesPage } from './labels/samples/samples-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';
import { ROLES } from '#schema';
import { SuitePage } from './suites/suite-page.tsx';
import { SuitesPage } from './suites/suites-page.tsx';
import { TryPage } from './try/try-page.tsx';
import type { View } from './frame/view.ts';

/** Every view, in the order of the bar. Their addresses are in `VIEW_PATHS`. */
export const VIEWS: readonly View[] = [
  { name: 'overview', title: 'Overview', access: ['admin'], tab: 'Overview', Show: OverviewPage },
  { name: 'runs', title: 'Runs', access: ['admin'], tab: 'Runs', Show: RunsPage },
  { name: 'run', title: 'Run', access: ['admin'], under: 'runs', Show: RunPage },
  { name: 'entry', title: 'Run', access: ['admin'], under: 'runs', Show: RunPage },
  { name: 'trace', title: 'Trace', access: ['admin'], under: 'runs', Show: TracePage },
  { name: 'compare', title: 'Compare', access: ['admin'], tab: 'Compare', Show: ComparePage },
  { name: 'models', title: 'Side by side', access: ['admin'], under: 'compare', Show: ModelsPage },
  { name: 'live', title: 'Live', access: ['admin'], tab: 'Live', Show: LivePage },
  { name: 'drift', title: 'Drift', access: ['admin'], tab: 'Drift', Show: DriftPage },
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
  { name: 'suites', title: 'Suites', access: ['admin'], tab: 'Suites', Show: SuitesPage },
  { name: 'suite', title: 'Suite', access: ['admin'], under: 'suites', Show: SuitePage },
  { name: 'try', title: 'Try', access: ['admin'], under: 'suites', Show: TryPage },
];
