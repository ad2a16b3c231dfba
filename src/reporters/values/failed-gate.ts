import type { FailedGate } from '#core';
import { formatNeed, formatValue } from './value.ts';

/** What a run has, and what a gate needs: `20 (needs <= 7.05)`. */
export function formatFailedGate(gate: FailedGate): string {
  return `${formatValue(gate.observed, gate.unit)} (needs ${formatNeed(gate)})`;
}
