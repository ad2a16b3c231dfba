import type { ApiPersonProgress, LabelTask } from '#schema';
import { withQuery as withParts } from '../label-paths.ts';
import { OPEN_STATES } from '../state-words.ts';

/** Whose cases of which task are listed. */
export interface QueueParts {
  readonly sample: string;
  readonly task: LabelTask;
  /** Whom an admin looks at. */
  readonly reviewer: string | null;
  readonly own: ApiPersonProgress | null;
  readonly isDecision: boolean;
  readonly query: URLSearchParams;
}

/** The orders of a queue, in words. */
export const ORDERS = [
  ['assigned', 'As dealt'],
  ['priority', 'Most informative first'],
  ['latest', 'Last saved first'],
] as const;

export type QueueOrder = (typeof ORDERS)[number][0];

/** The order in an address. */
export function orderIn(query: URLSearchParams): QueueOrder {
  return ORDERS.find(([order]) => order === query.get('order'))?.[0] ?? 'assigned';
}

/** The path of the API that lists what an address asks for, in pages. */
export function queuePath({ sample, task, reviewer, isDecision, query }: QueueParts): string {
  const state = query.get('state') ?? (query.get('done') === '1' ? '' : OPEN_STATES.join(','));
  return withParts(`samples/${encodeURIComponent(sample)}/queue`, {
    task,
    part: isDecision ? 'decide' : 'review',
    ...(reviewer === null ? {} : { reviewer }),
    state,
    order: orderIn(query),
  });
}

/** The address with some parts changed; a null removes a part. */
export function changeQuery(
  { sample, query }: Pick<QueueParts, 'sample' | 'query'>,
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name);
    else next.set(name, value);
  const text = next.toString();
  return `/labels/${encodeURIComponent(sample)}${text === '' ? '' : `?${text}`}`;
}
