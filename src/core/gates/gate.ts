import { type Decimal, decimalOf, parseDecimal } from '../json/decimal.ts';
import { ExactNumber } from '../json/json.ts';
import type { Unit } from '../metrics/metric.ts';

/** The operators of a gate. */
export type GateOp = '>=' | '>' | '<=' | '<' | '==' | '!=' | 'between';

/** Every operator, in the order in which they are listed to people. */
export const GATE_OPS: readonly GateOp[] = ['>=', '>', '<=', '<', '==', '!=', 'between'];

/** Metric, operator, value: what must hold. */
export interface Gate {
  readonly metric: string;
  readonly op: GateOp;
  /** The value as written; two for `between`. */
  readonly value: Decimal | readonly [Decimal, Decimal];
  readonly source: 'suite' | 'default' | 'flag';
  readonly certify: boolean;
  /** Present where the lower limit of the corrected share must meet the value, too. */
  readonly corrected?: true;
  /** Of a gate on single tools: how often a tool must be expected to be gated; 1 where it is not said. */
  readonly minSupport?: number;
}

/** How a gate ended; `error` is a gate over something that was not measured. */
export type GateOutcome = 'pass' | 'fail' | 'error' | 'inconclusive';

/** A gate value that fits its metric, or what is wrong with it. */
export type ParsedGateValue =
  | { readonly ok: true; readonly value: Decimal }
  | { readonly ok: false; readonly message: string; readonly hint?: string };

const NEEDS: Record<Unit, string> = {
  percent: 'a percent metric takes an integer from 0 to 100',
  ratio: 'a ratio metric takes a decimal from 0 to 1',
  count: 'a count takes a number from 0',
  mean: 'a mean takes a number from 0',
};

const PERCENT_TEXT = /^(\d+(?:\.\d+)?) ?%$/;

/** The value of a gate on a metric of this unit, or why it does not fit. */
export function parseGateValue(unit: Unit, raw: unknown): ParsedGateValue {
  if (typeof raw === 'number' && Number.isFinite(raw)) return fit(unit, decimalOf(raw));
  if (raw instanceof ExactNumber) {
    const value = parseDecimal(raw.text);
    return value === null ? refuse(`${raw.text} does not fit; ${NEEDS[unit]}`) : fit(unit, value);
  }
  if (typeof raw !== 'string') return refuse(`${describe(raw)} is not a number; ${NEEDS[unit]}`);
  const percent = parseDecimal(PERCENT_TEXT.exec(raw)?.[1] ?? '');
  if (percent !== null && (unit === 'percent' || unit === 'ratio'))
    return fitPercent(unit, percent);
  const hint = parseDecimal(raw) === null ? undefined : `write it without quotes: ${raw}`;
  return refuse(`${JSON.stringify(raw)} is text; ${NEEDS[unit]}`, hint);
}

function refuse(message: string, hint?: string): ParsedGateValue {
  return hint === undefined ? { ok: false, message } : { ok: false, message, hint };
}

/** What is where a number should be, without ever calling into it. */
function describe(raw: unknown): string {
  if (Array.isArray(raw)) return 'a list';
  return typeof raw === 'object' && raw !== null ? 'an object' : String(raw);
}

function fit(unit: Unit, value: Decimal): ParsedGateValue {
  const { num, den } = value;
  const misfit = (hint?: string): ParsedGateValue =>
    refuse(`${showDecimal(value)} does not fit; ${NEEDS[unit]}`, hint);
  if (num < 0n) return misfit();
  if (unit === 'ratio' && num > den) {
    if (num > 100n * den) return misfit();
    return misfit(`did you mean ${showDecimal({ num, den: den * 100n })}?`);
  }
  if (unit === 'percent') {
    if (num > 100n * den) return misfit();
    if (num % den === 0n) return { ok: true, value };
    if (num > den || (100n * num) % den !== 0n) return misfit('only whole percents are compared');
    return misfit(`did you mean ${showDecimal({ num: 100n * num, den })}?`);
  }
  return { ok: true, value };
}

/** A value written `80%`: 80 of a percent metric, 0.8 of a ratio. */
function fitPercent(unit: 'percent' | 'ratio', { num, den }: Decimal): ParsedGateValue {
  const misfit = (hint?: string): ParsedGateValue =>
    refuse(`${showDecimal({ num, den })}% does not fit; ${NEEDS[unit]}`, hint);
  if (num > 100n * den) return misfit();
  if (unit === 'ratio') return { ok: true, value: { num, den: den * 100n } };
  return num % den === 0n
    ? { ok: true, value: { num, den } }
    : misfit('only whole percents are compared');
}

/** The shortest decimal text of a value. */
export function showDecimal(value: Decimal): string {
  return String(decimalNumber(value));
}

/** The nearest double, for reports: exact for what people write. */
export function decimalNumber(value: Decimal): number {
  const digits = value.den.toString().length - 1;
  return Number(`${value.num}e-${digits}`);
}
