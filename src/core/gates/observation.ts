import type { Gate, GateOutcome } from './gate.ts';
import { holds } from './holds.ts';
import type { Decimal } from '../json/decimal.ts';
import type { Correct } from './corrected-gate.ts';
import type { MetricSpec, MetricValue } from '../metrics/metric.ts';
import type { Interval } from '../report/report.ts';
import { meetsAnytime } from '../statistics/anytime.ts';
import { boundMeets, Z2_E10 } from '../statistics/intervals.ts';

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

/** Whether the gate has two bounds. */
export function isPair(value: Gate['value']): value is readonly [Decimal, Decimal] {
  return Array.isArray(value);
}

/** The end of a range that decides a gate: the least or the greatest value that the figure may have. */
export function decidingEnd(
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

/** Whether the lower limit of the interval meets the bound. */
export function certifies(
  value: MetricValue,
  observation: Observation,
  { num, den }: Decimal,
): boolean {
  const { z2 = Z2_E10, isPeeked = false } = observation;
  if (isPeeked) return meetsAnytime(value.num, value.den, num, den);
  return boundMeets(value, effectiveOf(value, observation), num, den, z2);
}

export function effectiveOf({ den }: MetricValue, { effective }: Observation): Decimal {
  return effective ?? { num: den, den: 1n };
}
