import { ExactNumber, type Json, LIMITS } from '#core';

/** A count or a cost: a number from 0 to 10^12, or its decimal text; null for other values. */
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

/** The number of a run: an integer from 1, or null. */
export function readRun(value: Json | undefined): number | null {
  const run = readNumber(value);
  return run !== null && Number.isInteger(run) && run > 0 ? run : null;
}

/** The sum of the values that are numbers; null without any. */
export function readSum(...values: readonly (Json | undefined)[]): number | null {
  const numbers = values.map(readNumber).filter((number) => number !== null);
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0);
}
