import { formatTrace, stringifyJson, type Trace } from '#core';

/** A number that is the same for two records of one run and, but for a freak, for no others (53-bit FNV-like). */
export function fingerprint(trace: Trace): number {
  const text = stringifyJson(formatTrace(trace));
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
  }
  return (low >>> 0) + ((high >>> 0) & 0x1fffff) * 0x1_0000_0000;
}
