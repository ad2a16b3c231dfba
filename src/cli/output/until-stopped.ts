import { StopSignals } from './stop-signals.ts';

/** Does something that Ctrl-C and the like end in order; the exit code where they did. */
export async function untilStopped<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | number> {
  const stop = new StopSignals();
  const signal = stop.listen();
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) return stop.exitCode;
    throw error;
  } finally {
    stop.close();
  }
}
