import { useEffect, useState } from 'preact/hooks';
import { getJson } from './api.ts';

/** What is known of a request. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: Error };

/** Reads a path of the API; again when the path or `version` changes. */
export function useApi<T>(path: string, version = 0): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    setLoaded({ state: 'loading' });
    getJson<T>(path, stop.signal).then(
      (value) => setLoaded({ state: 'ready', value }),
      (error: Error) => {
        if (!stop.signal.aborted) setLoaded({ state: 'failed', error });
      },
    );
    return () => stop.abort();
  }, [path, version]);
  return loaded;
}
