import { ExactNumber } from './json.ts';

/** A decimal as written, exactly: `num / den` with `den` a power of ten. */
export interface Decimal {
  readonly num: bigint;
  readonly den: bigint;
}

interface Parts {
  readonly negative: boolean;
  /** Significant digits without leading or trailing zeros; empty for zero. */
  readonly digits: string;
  /** The value is `digits` times ten to this power. */
  readonly exponent: number;
}

const ZERO = 0x30;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function parts(text: string): Parts | null {
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const all = whole + fraction;
  // Not a pattern: one that looks for zeros at the end is quadratic in zeros elsewhere.
  let end = all.length;
  while (all.charCodeAt(end - 1) === ZERO) end--;
  const digits = all.slice(0, end).replace(/^0+/, '');
  const exponent = Number(power) - fraction.length + (all.length - end);
  return { negative: sign === '-', digits, exponent: digits === '' ? 0 : exponent };
}

/** The decimal a JSON or YAML number represents; null when the text is not one or is beyond 1e±400. */
export function parseDecimal(text: string): Decimal | null {
  const p = parts(text);
  if (p === null || Math.abs(p.exponent) > 400) return null;
  const magnitude = BigInt(p.digits === '' ? '0' : p.digits);
  const signed = p.negative ? -magnitude : magnitude;
  const scale = 10n ** BigInt(Math.abs(p.exponent));
  return p.exponent >= 0 ? { num: signed * scale, den: 1n } : { num: signed, den: scale };
}

/**
 * The value of a JSON number token: a double where one holds it exactly (or to all of its at most 15 digits),
 * else its digits. One value has one form, so `1`, `1.0` and `1e0` are equal and 2^53 + 1 is not 2^53.
 * Null when the number is beyond the range of doubles, or its power beyond counting.
 */
export function exactNumber(text: string): number | ExactNumber | null {
  const p = parts(text);
  if (p === null) return null;
  if (p.digits === '') return 0;
  const value = Number(text);
  if (!Number.isFinite(value) || !Number.isSafeInteger(p.exponent)) return null;
  if (Number.isSafeInteger(value) && p.exponent >= 0) return value;
  const size = p.digits.length + p.exponent;
  if (p.digits.length <= 15 && size > -290 && size < 300) return value;
  return new ExactNumber(
    `${p.negative ? '-' : ''}${p.digits}${p.exponent === 0 ? '' : `e${p.exponent}`}`,
  );
}

/** The decimal that a double is printed as: what a person wrote, when they wrote at most 15 digits. */
export function decimalOf(value: number): Decimal {
  const decimal = parseDecimal(String(value));
  if (decimal === null) throw new RangeError(`not a finite decimal: ${value}`);
  return decimal;
}
