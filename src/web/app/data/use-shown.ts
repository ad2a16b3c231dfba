import { useRef } from 'preact/hooks';
import type { Loaded } from './use-api.ts';

/** What was loaded last, until the next answer: fields that change a filter keep their focus. */
export function useShown<T>(loaded: Loaded<T>): Loaded<T> {
  const shown = useRef(loaded);
  if (loaded.state !== 'loading' || shown.current.state === 'failed') shown.current = loaded;
  return shown.current;
}
