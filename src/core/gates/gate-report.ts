import {
  decimalNumber,
  type Gate,
  type GateOutcome,
  holds,
  holdsBetween,
  showDecimal,
} from './gate.ts';
import type { Decimal } from '../json/decimal.ts';
import {
  type Correct,
  correctionMeets,
  correctionNote,
  correctShare,
  refuseCorrection,
} from './corrected-gate.ts';
import { metricNumber, type MetricSpec, type MetricValue } from '../metrics/metric.ts';
import type { Gap } from '../scoring/scorer.ts';
import type { GateCorrection } from '../judge/calibration.ts';
import type { GateReport, Interval, Verdict, VerdictCounts } from '../report/report.ts';
import { meetsAnytime } from '../statistics/anytime.ts';
import { boundMeets, casesToCertify, cleanRunsToCertify, Z2_E10 } from '../statistics/intervals.ts';

/** What a gate is judged by. */
export interface Observation {
  readonly spec: MetricSpec;
  /** Null when nothing was measured. */
  readonly value: MetricValue | null;
  readonly interval: Interval | null;
  /** Why nothing was measured, where that is not plain. */
  readonly why?: string;
  /** What is known of a figure that was not measured: a gate that no value in this range meets fails. */
  readonly range?: Range;
  /** What a share counts, in the plural; `cases` by default. */
  readonly counted?: string;
  /** Of a share: how many equal cases would be as informative, where that is not its denominator. */
  readonly effective?: { readonly num: bigint; readonly den: bigint };
  /** The square of z, times 10^10, that certifies, where several gates share the risk. */
  readonly z2?: bigint;
  /** Estimates what people would say of a judged share; absent where no judge was asked. */
  readonly correct?: Correct | undefined;
  /** Whether the runs may have stopped because of what was seen: then the bound must hold at every look. */
  readonly isPeeked?: boolean;
  /** Runs that could not be measured beyond what the suite allows. */
  readonly unmeasured: number;
}

/** The values that a figure may have. */
interface Range {
  readonly low: MetricValue;
  /** Null: without end. */
  readonly high: MetricValue | null;
  /** Whether a gate passes that every value in the range meets. */
  readonly canPass: boolean;
}

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
    value: isPair(gate.value)
      ? [decimalNumber(gate.value[0]), decimalNumber(gate.value[1])]
      : decimalNumber(gate.value),
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

function isPair(value: Gate['value']): value is readonly [Decimal, Decimal] {
  return Array.isArray(value);
}

/** What people would say of the share; null where the gate does not ask for it. */
function correctionOf(gate: Gate, observation: Observation): GateCorrection | null {
  const { value, correct } = observation;
  if (gate.corrected !== true) return null;
  if (value === null) return refuseCorrection('the share is not measured');
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

/** The end of a range that decides a gate: the least or the greatest value that the figure may have. */
function decidingEnd(
  gate: Gate,
  { range }: Observation,
  outcome: GateOutcome,
): { readonly value: MetricValue; readonly word: 'at least' | 'at most' } | null {
  if (range === undefined || outcome === 'error') return null;
  const { low, high } = range;
  const [, last] = isPair(gate.value) ? gate.value : [gate.value, gate.value];
  const isUpward = gate.op === '>=' || gate.op === '>';
  const isDownward = gate.op === '<=' || gate.op === '<';
  const isBeyond = isDownward || (!isUpward && holds({ ...gate, op: '>', value: last }, low));
  const showsLow = outcome === 'fail' ? isBeyond : !isDownward;
  return showsLow || high === null
    ? { value: low, word: 'at least' }
    : { value: high, word: 'at most' };
}

function certifies(value: MetricValue, observation: Observation, { num, den }: Decimal): boolean {
  const { z2 = Z2_E10, isPeeked = false } = observation;
  if (isPeeked) return meetsAnytime(value.num, value.den, num, den);
  return boundMeets(value, effectiveOf(value, observation), num, den, z2);
}

function effectiveOf({ den }: MetricValue, { effective }: Observation): Decimal {
  return effective ?? { num: den, den: 1n };
}

function noteOf(
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

/** The verdict over parts: fail, error, inconclusive, pass, the first that applies. */
export function worstVerdict(verdicts: Iterable<Verdict>): Verdict {
  let worst: Verdict = 'pass';
  for (const verdict of verdicts) if (RANK[verdict] > RANK[worst]) worst = verdict;
  return worst;
}

const RANK: Record<Verdict, number> = { pass: 0, inconclusive: 1, error: 2, fail: 3 };

/** How many of each verdict. */
export function countVerdicts(verdicts: Iterable<Verdict>): VerdictCounts {
  const counts = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  for (const verdict of verdicts) counts[verdict]++;
  return counts;
}
