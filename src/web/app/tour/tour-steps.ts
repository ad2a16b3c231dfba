/** A step of the tour: where it is, what it marks there, and what it says. */
export interface TourStep {
  /** The address that shows it. */
  readonly path: string;
  /** What is marked; nothing is where the page does not have it. */
  readonly selector: string;
  readonly title: string;
  /** Commands are between backticks. */
  readonly words: string;
}

/** The newest run of the example project. */
const RUN = '/runs/8';

/** The tour of the example project. A step whose page does not exist is said where the reader is. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    path: '/',
    selector: '.overview .verdict-line',
    title: 'The verdict comes first',
    words:
      'This run failed: 2 of its 10 gates did not hold. The line names the most frequent confusion. The sentence below it says what to fix first.',
  },
  {
    path: RUN,
    selector: '.matrix-box',
    title: 'A cell of the matrix opens its cases',
    words:
      'Rows are the tools that were right, columns those that were called. Six questions about one order went to the order history: press that cell.',
  },
  {
    path: `${RUN}?expected=get_order_status&called=get_order_history&case=get-order-status-01`,
    selector: '.opened',
    title: 'A case is a conversation',
    words:
      'Each case shows the question, the call that was expected and the call that was made. Arguments are compared with the label.',
  },
  {
    path: '/labels',
    selector: '.labels .panel',
    title: 'Labels come from people',
    words:
      'Ann and Ben label a sample of production, blind to each other. Keys choose the tool; a third person decides where they differ.',
  },
  {
    path: '/',
    selector: '.next-step',
    title: 'Your own project',
    words:
      'Stop this with Ctrl-C. In your project, `npx whichtool init` writes a suite, `npx whichtool run` measures and keeps each run, `npx whichtool serve` shows them here.',
  },
];
