import type { JSX } from 'preact';

const WIDTH = 88;
const HEIGHT = 20;
const MARGIN = 3;

/** The course of a figure without an axis; a gap where it was not measured. Words say the same. */
export function SparkLine({
  values,
  words,
}: {
  readonly values: readonly (number | null)[];
  /** What the line shows, for those who do not see it. */
  readonly words: string;
}): JSX.Element {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const spread = Math.max(...known) - low;
  const x = (i: number): number =>
    MARGIN + (values.length < 2 ? 0.5 : i / (values.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (value: number): number =>
    MARGIN + (spread === 0 ? 0.5 : 1 - (value - low) / spread) * (HEIGHT - 2 * MARGIN);
  const last = values.at(-1) ?? null;
  return (
    <svg
      class="spark"
      role="img"
      aria-label={words}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      {linesOf(values).map((line) => (
        <polyline key={line[0]?.[0]} points={line.map(([i, v]) => `${x(i)},${y(v)}`).join(' ')} />
      ))}
      {last === null ? null : <circle cx={x(values.length - 1)} cy={y(last)} r={2.5} />}
    </svg>
  );
}

type Point = readonly [place: number, value: number];

/** The parts of the line between gaps. */
function linesOf(values: readonly (number | null)[]): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  let isOpen = false;
  for (const [i, value] of values.entries()) {
    if (value === null) isOpen = false;
    else if (isOpen) lines.at(-1)?.push([i, value]);
    else {
      lines.push([[i, value]]);
      isOpen = true;
    }
  }
  return lines;
}
