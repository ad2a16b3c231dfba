import { useEffect, useState } from 'preact/hooks';
import type { ApiRunningRun } from '#schema';
import { getJson } from '../data/api.ts';

const STEP_MS = 2000;

/** The runs of the project that are under way. */
interface Running {
  readonly runs: readonly ApiRunningRun[];
  /** How often runs ended while the page was open: what is kept has changed then. */
  readonly ended: number;
}

/** Asks every two seconds which runs are under way, as long as the page is seen. */
export function useRunning(): Running {
  const [running, setRunning] = useState<Running>({ runs: [], ended: 0 });
  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const read = async (): Promise<void> => {
      const runs = document.hidden
        ? null
        : await getJson<readonly ApiRunningRun[]>('running', stop.signal).catch(() => []);
      if (stop.signal.aborted) return;
      if (runs !== null)
        setRunning((before) => ({
          runs,
          ended: before.ended + (runs.length < before.runs.length ? 1 : 0),
        }));
      timer = setTimeout(() => void read(), STEP_MS);
    };
    void read();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);
  return running;
}
