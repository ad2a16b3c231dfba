import type { JSX } from 'preact';
import type { Verdict } from '#core';

/** A value on a line, its interval around it, and what it needs as a tick. Words beside it say the same. */
export function IntervalBar({
  value,
  interval,
  ticks = [],
  min = 0,
  max,
  tone,
}: BarParts): JSX.Element {
  const at = (place: number): string =>
    `${Math.min(Math.max((place - min) / (max - min), 0), 1) * 100}%`;
  const [low, high] = interval ?? [0, 0];
  return (
    <span class={`interval-bar ${tone}`} aria-hidden="true">
      {interval === null ? null : (
        <i style={{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }} />
      )}
      {ticks.map((tick) => (
        <u key={tick} style={{ left: at(tick) }} />
      ))}
      {value === null ? null : <b style={{ left: at(value) }} />}
    </span>
  );
}

interface BarParts {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly ticks?: readonly number[];
  /** The value at the start of the line; 0 by default. */
  readonly min?: number;
  /** The value at its end. */
  readonly max: number;
  readonly tone: Verdict | 'plain';
}
