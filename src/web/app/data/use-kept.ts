import { useEffect, useMemo, useState } from 'preact/hooks';
import { getJson } from './api.ts';
import type { Loaded } from './use-api.ts';

/** Answers that are kept: a kept run does not change, so going back and forth need not read it again. */
const MAX_ANSWERS = 60;

interface Answer {
  readonly loading: Promise<unknown>;
  loaded: Loaded<unknown>;
}

const answers = new Map<string, Answer>();

/** Reads a path of the API whose answer does not change, or takes what was read before. */
export function useKept<T>(path: string | null): Loaded<T> {
  const [, setCount] = useState(0);
  // Held while the path stays: what failed is not asked for again until the view is opened again.
  const answer = useMemo(() => (path === null ? null : readKept(path)), [path]);
  const loaded = answer?.loaded;
  useEffect(() => {
    if (answer === null || loaded?.state !== 'loading') return;
    let isWanted = true;
    const update = (): void => {
      if (isWanted) setCount((count) => count + 1);
    };
    // It may have come between drawing and now: then this is called at once.
    answer.loading.then(update, update);
    return () => {
      isWanted = false;
    };
  }, [answer]);
  return (loaded ?? { state: 'loading' }) as Loaded<T>;
}

/** What `readKept` reads or has read of a path; null where it was not asked for. */
export function keptAnswer<T>(path: string): Promise<T> | null {
  return (answers.get(path)?.loading ?? null) as Promise<T> | null;
}

/** Begins to read a path, where it was not read before. */
export function readKept(path: string): Answer {
  const known = answers.get(path);
  if (known !== undefined) {
    answers.delete(path);
    answers.set(path, known);
    return known;
  }
  const loading = getJson<unknown>(path, new AbortController().signal);
  const answer: Answer = { loading, loaded: { state: 'loading' } };
  loading.then(
    (value) => {
      answer.loaded = { state: 'ready', value };
    },
    (error: Error) => {
      answer.loaded = { state: 'failed', error };
      // The next view may find it repaired.
      answers.delete(path);
    },
  );
  answers.set(path, answer);
  const [oldest] = answers.keys();
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
  return answer;
}
