import { AgreementPage } from './labels/agreement/agreement-page.tsx';
import { AdjudicatePage, LabelPage } from './labels/desk/desk-page.tsx';
import { QueuePage } from './labels/samples/queue-page.tsx';
import { SamplesPage } from './labels/samples/samples-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';
import { ROLES } from '#schema';
import type { View } from './frame/view.ts';

/** Every view, in the order of the bar. Their addresses are in `VIEW_PATHS`. */
export const VIEWS: readonly View[] = [
  { name: 'overview', title: 'Overview', access: ['admin'], tab: 'Overview', Show: RunsPage },
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
];
