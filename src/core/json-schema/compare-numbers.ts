import { ExactNumber } from '../json/json.ts';

/** A JSON number, whichever way it is held. */
export type JsonNumber = number | ExactNumber;

/** Whether a value is a number. */
export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** A number's digits as written. */
export function numberText(value: JsonNumber): string {
  return typeof value === 'number' ? String(value) : value.text;
}

/** Orders two numbers exactly: -1 when the first is less, 1 when it is more, 0 when they are equal. */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return order(a, b);
  const [first, other] = [scientific(a), scientific(b)];
  if (first.sign !== other.sign) return order(first.sign, other.sign);
  const size = order(first.power, other.power) || order(first.digits, other.digits);
  return first.sign < 0 ? 0 - size : size;
}

function order<Value extends number | string>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;

/** The number as `sign * 0.digits * 10^power`, without zeros at either end of the digits: they compare as text. */
function scientific(value: JsonNumber): { sign: number; digits: string; power: number } {
  const [, minus, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(numberText(value)) ?? [];
  const written = (whole + fraction).replace(/^0+/, '');
  const digits = typeof value === 'number' ? written.replace(/0+$/, '') : written;
  if (digits === '') return { sign: 0, digits, power: 0 };
  const power = written.length - fraction.length + Number(exponent);
  return { sign: minus === '' ? 1 : -1, digits, power };
}
