import type { ShopAgent } from './shop-agent.ts';

/** A kept run of the example. */
export interface ShopRun {
  readonly name: string;
  readonly startedAt: string;
  readonly branch: string;
  readonly agent: ShopAgent;
}

const STATUS = 'get_order_status';
const HISTORY = 'get_order_history';
const ETA = 'get_shipping_eta';

function small(confusions: ShopAgent['confusions'], wrongItems: number = 0): ShopAgent {
  return { model: 'shop-small', confusions, wrongItems };
}

/** A month of the example assistant: two fixes, a regression on a branch, and the same branch once more. */
export const SHOP_RUNS: readonly ShopRun[] = [
  {
    name: 'first measurement',
    startedAt: '2026-03-02T09:12:00.000Z',
    branch: 'main',
    agent: small(
      [
        [STATUS, HISTORY, 7],
        [ETA, STATUS, 4],
        ['none', 'search_products', 3],
        ['start_return', 'create_ticket', 3],
      ],
      1,
    ),
  },
  {
    name: 'tools renamed',
    startedAt: '2026-03-05T14:40:00.000Z',
    branch: 'main',
    agent: small(
      [
        [STATUS, HISTORY, 4],
        [ETA, STATUS, 3],
        ['none', 'search_products', 2],
        ['start_return', 'create_ticket', 1],
      ],
      1,
    ),
  },
  {
    name: 'descriptions say when not to call',
    startedAt: '2026-03-09T10:05:00.000Z',
    branch: 'main',
    agent: small([
      [STATUS, HISTORY, 1],
      [ETA, STATUS, 1],
    ]),
  },
  {
    name: 'nightly',
    startedAt: '2026-03-12T02:00:00.000Z',
    branch: 'main',
    agent: small(
      [
        [STATUS, HISTORY, 1],
        ['none', 'search_products', 1],
      ],
      1,
    ),
  },
  {
    name: 'larger model',
    startedAt: '2026-03-16T16:22:00.000Z',
    branch: 'larger-model',
    agent: { model: 'shop-large', confusions: [[ETA, STATUS, 1]], wrongItems: 0 },
  },
  {
    name: 'shorter descriptions',
    startedAt: '2026-03-19T11:30:00.000Z',
    branch: 'shorter-descriptions',
    agent: small([
      [STATUS, HISTORY, 9],
      [ETA, STATUS, 2],
      ['create_ticket', 'none', 1],
    ]),
  },
  {
    name: 'nightly',
    startedAt: '2026-03-23T02:00:00.000Z',
    branch: 'main',
    agent: small([
      [STATUS, HISTORY, 1],
      [ETA, STATUS, 1],
    ]),
  },
  {
    name: 'shorter descriptions, second try',
    startedAt: '2026-03-26T15:48:00.000Z',
    branch: 'shorter-descriptions',
    agent: small(
      [
        [STATUS, HISTORY, 6],
        [ETA, STATUS, 2],
        ['start_return', 'create_ticket', 2],
      ],
      1,
    ),
  },
];

/** The assistant whose production traces are labelled. */
export const SHOP_PRODUCTION: ShopAgent = small([
  [STATUS, HISTORY, 4],
  [ETA, STATUS, 3],
  ['none', 'search_products', 2],
]);

/** The assistant of the last two hours: as it was at night, and with the descriptions of the branch. */
export const SHOP_TRAFFIC: readonly [before: ShopAgent, after: ShopAgent] = [
  small([
    [STATUS, HISTORY, 1],
    [ETA, STATUS, 1],
  ]),
  small([
    [STATUS, HISTORY, 18],
    [ETA, STATUS, 2],
    ['none', 'track_parcel', 2],
  ]),
];
