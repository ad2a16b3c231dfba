import type { Coefficient, Corrected, Estimate, IntervalFigure, Interval } from '#core';

/** Six decimals are more than a figure is worth, and every reader of JSON keeps them. */
export function round(value: number): number {
  // The sum turns -0 into 0.
  return Math.round(1e6 * value) / 1e6 + 0;
}

/** Limits with four decimals, each moved away from the middle, within -1 and 1. */
export function roundLimits([low, high]: Interval): Interval {
  return [
    Math.max(-1, Math.floor(low * 10_000) / 10_000) + 0,
    Math.min(1, Math.ceil(high * 10_000) / 10_000) + 0,
  ];
}

export function figureOf(coefficient: Coefficient | null): IntervalFigure | null {
  if (coefficient === null) return null;
  return { value: round(coefficient.value), interval: roundLimits(coefficient.interval) };
}

export function estimateOf(corrected: Corrected): Estimate {
  if (!corrected.ok) return refused(corrected.message);
  const { value, error, interval } = corrected;
  return {
    value: round(value),
    interval: roundLimits(interval),
    error: round(error),
    refused: null,
  };
}

export function refused(reason: string): Estimate {
  return { value: null, interval: null, error: null, refused: reason };
}
