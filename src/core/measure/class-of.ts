import { ExactNumber } from '../json/json.ts';
import { gcd } from '../statistics/gcd.ts';
import { parseDecimal } from '../json/decimal.ts';

/**
 * The class that a value represents, as text; null of a value that is not one. Numbers are equal by value, also where
 * they are written as text, and true and false are 1 and 0, as in the outputs of scorers.
 */
export function classOf(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof ExactNumber) return classOfText(value.text);
  if (typeof value === 'number') return classOfText(String(value));
  return typeof value === 'string' && value !== '' ? classOfText(value) : null;
}

function classOfText(text: string): string {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? '1' : '0';
  const decimal = parseDecimal(text);
  return decimal === null ? text : formatFraction(decimal.num, decimal.den);
}

/** An exact number as text: a decimal where one is short and exact, otherwise a reduced fraction. */
export function formatFraction(num: bigint, den: bigint): string {
  const size = num < 0n ? -num : num;
  const divisor = gcd(size, den);
  const [top, bottom] = divisor === 0n ? [0n, 1n] : [size / divisor, den / divisor];
  const sign = num < 0n ? '-' : '';
  if (bottom === 1n) return `${sign}${top}`;
  for (let places = 1n; places <= MAX_PLACES; places++) {
    const scale = 10n ** places;
    if (scale % bottom !== 0n) continue;
    const digits = String(top * (scale / bottom)).padStart(Number(places) + 1, '0');
    return `${sign}${digits.slice(0, -Number(places))}.${digits.slice(-Number(places))}`;
  }
  return `${sign}${top}/${bottom}`;
}

const MAX_PLACES = 15n;
