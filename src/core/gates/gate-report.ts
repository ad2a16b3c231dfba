import { decimalNumber, type Gate, type GateOutcome } from './gate.ts';
import { holds, holdsBetween } from './holds.ts';
import { correctionMeets, correctShare, rejectCorrection } from './corrected-gate.ts';
import { metricNumber } from '../metrics/metric.ts';
import type { Gap } from '../scoring/scorer.ts';
import type { GateCorrection } from '../judge/calibration.ts';
import type { GateReport } from '../report/report.ts';
import { noteOf } from './gate-note.ts';
import { type Observation, isPair, decidingEnd, certifies, effectiveOf } from './observation.ts';

/**
 * What a gate on a figure with a gap is judged by. It fails where no value in the range meets it. It passes only where
 * every run records what the figure needs, and no further call of a partial run could change the verdict.
 */
export function observeGap(gap: Gap, runs: number): Pick<Observation, 'why' | 'range'> {
  const { low, high } = gap;
  return { why: explainGap(gap, runs), range: { low, high, canPass: gap.runs === 0 } };
}

/** Why a figure over some runs is not measured, in words. */
export function explainGap({ runs, needs, lacks, partial = 0 }: Gap, all: number): string {
  const of = `of ${all} run${all === 1 ? '' : 's'}`;
  const reasons: string[] = [];
  if (runs > 0 && lacks !== undefined)
    reasons.push(`${runs} ${of} ${runs === 1 ? 'has' : 'have'} no ${lacks}`);
  else if (runs > 0)
    reasons.push(`${runs} ${of} ${runs === 1 ? 'does' : 'do'} not record ${needs}`);
  if (partial > 0) reasons.push(`${partial} ${of} ${partial === 1 ? 'is' : 'are'} partial`);
  return reasons.join(', ');
}

/** Judges one gate. A gate over something that was not measured never passes. */
export function judgeGate(gate: Gate, observation: Observation): GateReport {
  const { spec, interval } = observation;
  const corrected = correctionOf(gate, observation);
  const outcome = outcomeOf(gate, observation, corrected);
  const value = observation.value ?? decidingEnd(gate, observation, outcome)?.value ?? null;
  return {
    metric: gate.metric,
    op: gate.op,
    value: limitOf(gate),
    observed: value === null ? null : metricNumber(value),
    pass: outcome === 'pass',
    source: gate.source,
    outcome,
    unit: spec.unit,
    certify: gate.certify,
    interval,
    note: noteOf(gate, observation, outcome, corrected),
    ...(corrected === null ? {} : { corrected }),
  };
}

/** The value of a gate as a report writes it. */
export function limitOf({ value }: Gate): GateReport['value'] {
  return isPair(value) ? [decimalNumber(value[0]), decimalNumber(value[1])] : decimalNumber(value);
}

/** What people would say of the share; null where the gate does not ask for it. */
function correctionOf(gate: Gate, observation: Observation): GateCorrection | null {
  const { value, correct } = observation;
  if (gate.corrected !== true) return null;
  if (value === null) return rejectCorrection('the share is not measured');
  return correctShare(value, effectiveOf(value, observation), correct);
}

function outcomeOf(
  gate: Gate,
  observation: Observation,
  corrected: GateCorrection | null,
): GateOutcome {
  const { value, unmeasured, range } = observation;
  if (value === null) {
    const inRange = range === undefined ? null : holdsBetween(gate, range.low, range.high);
    if (inRange === false) return 'fail';
    const isPlain = !gate.certify && gate.corrected !== true;
    return inRange === true && range?.canPass === true && unmeasured === 0 && isPlain
      ? 'pass'
      : 'error';
  }
  if (!holds(gate, value)) return 'fail';
  if (unmeasured > 0) return 'error';
  if (corrected !== null && corrected.refused !== null) return 'error';
  if (corrected !== null && !correctionMeets(gate, corrected)) return 'inconclusive';
  if (!gate.certify || isPair(gate.value)) return 'pass';
  return certifies(value, observation, gate.value) ? 'pass' : 'inconclusive';
}
