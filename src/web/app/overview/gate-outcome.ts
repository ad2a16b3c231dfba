import type { Verdict } from '#core';
import { VERDICTS } from '#reporters';
import type { GateSummary } from '#schema';

/** The worst outcome of gates; null where there are none. */
export function worstOutcome(gates: readonly GateSummary[]): Verdict | null {
  return VERDICTS.find((verdict) => gates.some(({ outcome }) => outcome === verdict)) ?? null;
}
