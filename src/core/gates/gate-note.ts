import { type Gate, type GateOutcome, showDecimal } from './gate.ts';
import type { Decimal } from '../json/decimal.ts';
import { correctionNote } from './corrected-gate.ts';
import type { MetricValue } from '../metrics/metric.ts';
import type { GateCorrection } from '../judge/calibration.ts';
import { casesToCertify, cleanRunsToCertify, Z2_E10 } from '../statistics/intervals.ts';
import { type Observation, isPair, decidingEnd, certifies, effectiveOf } from './observation.ts';

/** What is said beside the verdict of a gate; null: nothing. */
export function noteOf(
  gate: Gate,
  observation: Observation,
  outcome: GateOutcome,
  corrected: GateCorrection | null,
): string | null {
  const { value, unmeasured, spec, why } = observation;
  const notes: string[] = [];
  const end = value === null ? decidingEnd(gate, observation, outcome) : null;
  const reason = why === undefined ? '' : `: ${why}`;
  if (end !== null) notes.push(`${end.word} this${reason}`);
  else if (value === null) notes.push(`not measured${reason}`);
  else if (unmeasured > 0 && outcome === 'error')
    notes.push(`${unmeasured} could not be measured, so this cannot pass`);
  if (corrected !== null && value !== null) notes.push(correctionNote(gate, value, corrected));
  if (gate.source === 'default') notes.push('default gate: set your own with expect');
  const wantsMore = gate.op === '>=' || gate.op === '>';
  if (value !== null && spec.proportion && wantsMore && !isPair(gate.value)) {
    const note = certifyNote(value, observation, gate.value);
    const isAdvice = outcome === 'pass' && corrected === null;
    if (note !== null && (gate.certify || isAdvice)) notes.push(note);
  }
  return notes.length === 0 ? null : notes.join('; ');
}

/** What the lower bound needs to reach the value, and what there is; null where it reaches it. */
function certifyNote(value: MetricValue, observation: Observation, limit: Decimal): string | null {
  if (certifies(value, observation, limit)) return null;
  const { counted = 'cases', z2 = Z2_E10, isPeeked = false } = observation;
  const { num, den } = effectiveOf(value, observation);
  const start = `certified >= ${showDecimal(limit)}`;
  const seen =
    observation.effective === undefined
      ? `this has ${value.den} with ${value.den - value.num}`
      : `this sample counts as ${num / den}`;
  if (isPeeked)
    return `${start} needs more ${counted} (${seen}, and the bound holds at every look)`;
  const clean = cleanRunsToCertify(limit.num, limit.den, z2);
  if (clean === null) return `no number of ${counted} gets ${start} (${seen})`;
  const needed = `${start} needs at least ${clean} ${counted} without a miss (${seen})`;
  const atShare = casesToCertify(value, limit.num, limit.den, z2);
  // Where nothing was missed that is the number of clean cases.
  return value.num === value.den || atShare === null
    ? needed
    : `${needed}; at this share about ${atShare}`;
}
