const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const waiting = new Set<() => void>();

/**
 * Has something done before Ctrl-C and the like end the process; call what it gives back when that is no longer needed. Where somebody
 * else hears the signal the process goes on, and nothing is done.
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
