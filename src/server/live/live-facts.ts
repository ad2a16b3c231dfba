import type { ApiLiveCounters, ApiLiveRates, ApiLiveTrace, LiveSummary } from '#schema';
import type { LiveStore, StoredTrace } from '#store';
import type { LiveTraces } from './live-traces.ts';

/** A stored trace as the API returns it. */
export function toApiTrace({ summary, ...trace }: StoredTrace): ApiLiveTrace {
  return { ...trace, summary: summary as unknown as LiveSummary | null };
}

/** What a page shows beside the list. */
export function figuresOf(
  live: LiveTraces,
  store: LiveStore,
): { readonly counters: ApiLiveCounters; readonly rates: ApiLiveRates } {
  const { index } = store;
  const count = index.countOf.bind(index);
  return {
    counters: {
      ...live.counters,
      damaged: store.damaged,
      bytes: store.bytes,
      traces: {
        open: count('open'),
        run: count('run'),
        other: count('other'),
        unreadable: count('unreadable'),
      },
      verdicts: {
        pass: count('pass'),
        fail: count('fail'),
        error: count('error'),
        inconclusive: count('inconclusive'),
      },
    },
    rates: live.rates(),
  };
}
