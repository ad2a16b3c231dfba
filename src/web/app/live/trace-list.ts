import type { ApiLiveTrace } from '#schema';
import { isShown, type LiveFilter } from './live-filter.ts';

/** The traces that a page shows, the newest first, and where older ones begin. */
export interface TraceList {
  readonly items: readonly ApiLiveTrace[];
  readonly next: string | null;
}

/** A page that is open for days shows the newest; older ones are read again when they are asked for. */
const MAX_ITEMS = 2000;

/** The list after some traces have changed. */
export function withChanges(
  list: TraceList,
  changed: readonly ApiLiveTrace[],
  filter: LiveFilter,
): TraceList {
  const byPlace = new Map(list.items.map((item) => [item.place, item]));
  const oldest = list.next === null ? 0 : (list.items.at(-1)?.place ?? 0);
  for (const trace of changed) {
    if (!isShown(filter, trace)) byPlace.delete(trace.place);
    else if (trace.place >= oldest) byPlace.set(trace.place, trace);
  }
  const items = [...byPlace.values()].sort((a, b) => b.place - a.place);
  if (items.length <= MAX_ITEMS) return { items, next: list.next };
  const kept = items.slice(0, MAX_ITEMS);
  return { items: kept, next: String(kept.at(-1)?.place) };
}
