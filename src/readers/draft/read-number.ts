import { ExactNumber, type Json, LIMITS } from '#core';

/** A count or an amount of money: a number from 0 to 10^12, or decimal text of one; null when the value is something else. */
export function readNumber(value: Json | undefined): number | null {
  const number =
    typeof value === 'number'
      ? value
      : value instanceof ExactNumber
        ? Number(value.text)
        : typeof value === 'string' && /^\d+(?:\.\d+)?(?:[eE]-?\d+)?$/.test(value)
          ? Number(value)
          : -1;
  return number >= 0 && number <= LIMITS.amount ? number : null;
}

/** The number of a run: a whole one from 1, or null. */
export function readRun(value: Json | undefined): number | null {
  const run = readNumber(value);
  return run !== null && Number.isInteger(run) && run > 0 ? run : null;
}

/** The sum of those that are numbers; null when none is. */
export function readSum(...values: readonly (Json | undefined)[]): number | null {
  const numbers = values.map(readNumber).filter((one) => one !== null);
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0);
}
