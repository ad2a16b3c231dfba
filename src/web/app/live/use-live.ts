import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ApiLivePage, ApiLiveCounters, ApiLiveRates, ApiLiveTrace } from '#schema';
import { getJson } from '../data/api.ts';
import { filterQuery, type LiveFilter } from './live-filter.ts';
import { type TraceList, withChanges } from './trace-list.ts';

/** What a page follows. */
export interface LiveFeed {
  readonly list: TraceList | null;
  readonly figures: { readonly counters: ApiLiveCounters; readonly rates: ApiLiveRates } | null;
  /** Why the list is not up to date; null where it is. */
  readonly fault: string | null;
  /** How many changes came while the list was paused. */
  readonly held: number;
  readonly loadOlder: () => void;
}

const PAGE = 200;

/** The list of traces, kept up to date by events; while it is paused only the figures move. */
export function useLive(filter: LiveFilter, isPaused: boolean): LiveFeed {
  const [list, setList] = useState<TraceList | null>(null);
  const [figures, setFigures] = useState<LiveFeed['figures']>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [held, setHeld] = useState(0);
  const paused = useRef(isPaused);
  paused.current = isPaused;
  const query = filterQuery(filter);

  useEffect(() => {
    const stop = new AbortController();
    let events: EventSource | null = null;
    const load = async (): Promise<void> => {
      const page = await getJson<ApiLivePage>(`live/traces?limit=${PAGE}&${query}`, stop.signal);
      events?.close();
      setList(page);
      setHeld(0);
      setFault(null);
      events = listen(page.change);
    };
    const listen = (after: number): EventSource => {
      const source = new EventSource(`/api/v1/live/events?after=${after}`);
      source.addEventListener('traces', ({ data }: MessageEvent<string>) => {
        const changed = JSON.parse(data) as readonly ApiLiveTrace[];
        if (paused.current) setHeld((count) => count + changed.length);
        else setList((known) => (known === null ? known : withChanges(known, changed, filter)));
      });
      source.addEventListener('figures', ({ data }: MessageEvent<string>) => {
        setFigures(JSON.parse(data) as LiveFeed['figures']);
        setFault(null);
      });
      source.addEventListener('reset', () => start());
      // The browser connects again by itself, and says which event it saw last.
      source.addEventListener('error', () =>
        setFault('The connection to the server is lost; trying again.'),
      );
      return source;
    };
    const start = (): void => {
      load().catch((error: Error) => {
        if (!stop.signal.aborted) setFault(error.message);
      });
    };
    start();
    return () => {
      stop.abort();
      events?.close();
    };
    // What came during a pause is read anew.
  }, [query, isPaused]);

  const loadOlder = useCallback(() => {
    const next = list?.next ?? null;
    if (next === null) return;
    const path = `live/traces?limit=${PAGE}&cursor=${next}&${query}`;
    getJson<ApiLivePage>(path, new AbortController().signal).then(
      (page) =>
        setList((known) =>
          known === null ? page : { items: [...known.items, ...page.items], next: page.next },
        ),
      (error: Error) => setFault(error.message),
    );
  }, [list, query]);

  return { list, figures, fault, held, loadOlder };
}
