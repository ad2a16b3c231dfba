import type { GateReport } from '#core';
import { formatInterval } from '../values/value.ts';

/** What a person should know about a gate, in one sentence; empty when there is nothing. */
export function gateNote(gate: GateReport): string {
  const note = gate.note ?? '';
  // The note of a gate that asked for certainty speaks of the interval itself.
  if (gate.interval === null || note.includes('interval')) return note;
  const interval = `95 % interval ${formatInterval(gate.interval, gate.unit)}`;
  return note === '' ? interval : `${interval}; ${note}`;
}
