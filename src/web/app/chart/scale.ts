/** A way from values to places: linear, with ticks at round values. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  /** Where a value is between the ends: 0 to 1. */
  readonly place: (value: number) => number;
}

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5] as const;
const MAX_STEPS = 4;
/** What is shown around values that are all the same. */
const AROUND = 0.02;

/** A scale for shares: wide enough for all of them, with at most five ticks, and never beyond 0 and 1. */
export function shareScale(shares: readonly number[]): Scale {
  const [min, max] = [Math.min(1, ...shares), Math.max(0, ...shares)];
  const around = min === max ? AROUND : 0;
  const [least, most] =
    shares.length === 0 ? [0, 1] : [Math.max(0, min - around), Math.min(1, max + around)];
  const step = STEPS.find((each) => ends(least, most, each)[2] <= MAX_STEPS) ?? 0.5;
  const [first, , count] = ends(least, most, step);
  const ticks = Array.from({ length: count + 1 }, (_, i) => round((first + i) * step));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return { low, high, ticks, place: (value) => (value - low) / (high - low) };
}

/** The first and last multiple of a step around some values, and how many steps are between them: at least one. */
function ends(min: number, max: number, step: number): readonly [number, number, number] {
  const last = Math.min(Math.ceil(round(max / step)), Math.round(1 / step));
  const first = Math.max(0, Math.min(Math.floor(round(min / step)), last - 1));
  const end = Math.max(last, first + 1);
  return [first, end, end - first];
}

/** Takes away what binary fractions add. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
