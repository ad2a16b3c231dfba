import type { ApiLabelCase, ApiPage, QueueState } from '#schema';
import { readChoice, readPage } from '../http/page-query.ts';
import { Problem } from '../http/problem.ts';
import type { LabelCases } from './label-cases.ts';

const STATES: readonly QueueState[] = [
  'open',
  'draft',
  'skipped',
  'unsure',
  'returned',
  'changed',
  'saved',
];

/** The cases of a person that a query asks for. */
export function pageOfQueue(cases: LabelCases, query: URLSearchParams): ApiPage<ApiLabelCase> {
  const states = readStates(query.get('state'));
  const order =
    readChoice(query, 'order', ['assigned', 'latest', 'priority'] as const) ?? 'assigned';
  const text = query.get('text')?.toLowerCase() ?? '';
  const all = cases
    .ids()
    .map((id) => cases.head(id))
    .filter((head) => head !== null)
    .filter(({ state }) => states === null || states.has(state))
    .filter(({ row }) => `${row.id} ${wordsOf(row)}`.toLowerCase().includes(text));
  if (order === 'latest') all.sort((a, b) => compare(b.row.labelledAt, a.row.labelledAt));
  if (order === 'priority') sortByPriority(all, cases);
  const { from, limit } = readPage(query);
  const end = from + limit;
  return {
    total: all.length,
    items: all.slice(from, end),
    next: end < all.length ? String(end) : null,
  };
}

/** The most informative first; those that say as much stay in their order. */
function sortByPriority(heads: ApiLabelCase[], cases: LabelCases): void {
  const rated = new Map(heads.map(({ row }) => [row.id, cases.priority(row.id)]));
  heads.sort((a, b) => (rated.get(b.row.id) ?? 0) - (rated.get(a.row.id) ?? 0));
}

/** A head has words instead of a conversation. */
function wordsOf({ input }: ApiLabelCase['row']): string {
  return typeof input === 'string' ? input : '';
}

function readStates(text: string | null): ReadonlySet<QueueState> | null {
  if (text === null || text === '') return null;
  const names = text.split(',');
  const states = STATES.filter((state) => names.includes(state));
  if (states.length === names.length) return new Set(states);
  throw new Problem(400, `state is a list of ${STATES.join(', ')}`);
}

function compare(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : Number((a ?? '') > (b ?? ''));
}
