let isLimited = false;

/**
 * Collects garbage before the heap is half as large again as what lives in it. The runtime waits until it is several times as
 * large. It costs time, so call it only where memory is short.
 */
export function limitHeapGrowth(): void {
  if (isLimited) return;
  isLimited = true;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--heap-growing-percent=50');
  collectGarbage(setFlagsFromString);
}

/** The runtime decides at each collection how far the heap may grow, and the next one may be far away. */
function collectGarbage(setFlag: (flag: string) => void): void {
  setFlag('--expose-gc');
  const collect: unknown = process.getBuiltinModule('node:vm').runInNewContext('gc');
  setFlag('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
