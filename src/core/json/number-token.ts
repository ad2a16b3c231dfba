import { exactNumber } from './decimal.ts';
import type { ExactNumber } from './json.ts';

// Longer numbers and larger powers are of no use, and costly to keep and compare.
const LONGEST = 1000;
const LARGE_POWER = /[eE][+-]?\d{7}/;

/** The value of a number as JSON writes it; null when it is beyond what we read. */
export function parseNumberToken(token: string): number | ExactNumber | null {
  if (token.length > LONGEST || LARGE_POWER.test(token)) return null;
  return exactNumber(token);
}
