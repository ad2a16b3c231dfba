const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const waiting = new Set<() => void>();

/**
 * Runs `cleanUp` before Ctrl-C and other signals end the process; call the returned function when it is no longer needed.
 * Where other code handles the signal, the process goes on and nothing is run.
 */
export function beforeKill(cleanUp: () => void): () => void {
  if (waiting.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  waiting.add(cleanUp);
  return () => {
    waiting.delete(cleanUp);
    if (waiting.size === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
}

function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  for (const cleanUp of waiting) cleanUp();
  // Without us the signal does what it does by itself.
  process.off(signal, end);
  process.kill(process.pid, signal);
}
