import type { JSX } from 'preact';
import { formatValue, GLYPHS, LABELS } from '#reporters';
import type { ApiRunPoint } from '#schema';
import { shareScale } from '../chart/scale.ts';
import { useWidth } from '../chart/use-width.ts';
import { runAddress } from '../address/run-address.ts';

const HEIGHT = 148;
const TOP = 14;
const BOTTOM = 26;
const LEFT = 44;
const RIGHT = 16;

/**
 * Runs over time: the share that passes as a line, the verdict of each run as a sign on it. Shares of other suites are
 * not comparable, so each has a line of its own; that of the newest run is drawn solid.
 */
export function RunChart({ runs }: { readonly runs: readonly ApiRunPoint[] }): JSX.Element {
  const [ref, width] = useWidth<HTMLDivElement>(640);
  const scale = shareScale(runs.flatMap((run) => shareOf(run) ?? []));
  const x = (i: number): number =>
    LEFT + ((i + 0.5) / runs.length) * Math.max(0, width - LEFT - RIGHT);
  const y = (share: number): number => TOP + (1 - scale.place(share)) * (HEIGHT - TOP - BOTTOM);
  const lines = new Map<string, string[]>();
  for (const [i, run] of runs.entries()) {
    const share = shareOf(run);
    const line = lines.get(suitesOf(run)) ?? [];
    if (share !== null) lines.set(suitesOf(run), [...line, `${x(i)},${y(share)}`]);
  }
  const newest = runs.at(-1);
  return (
    <div class="run-chart" ref={ref}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        role="group"
        aria-label="Runs over time"
      >
        {scale.ticks.map((tick) => (
          <g key={tick} class="tick" aria-hidden="true">
            <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
              {formatValue(tick, 'ratio')}
            </text>
          </g>
        ))}
        {[...lines].map(([suites, points]) => (
          <polyline
            key={suites}
            class={newest !== undefined && suites === suitesOf(newest) ? undefined : 'other'}
            points={points.join(' ')}
            aria-hidden="true"
          />
        ))}
        {runs.map((run, i) => (
          <a key={run.id} href={runAddress(run.id)} aria-label={describe(run)}>
            <title>{describe(run)}</title>
            <g
              class={`point ${run.verdict}`}
              transform={`translate(${x(i)} ${y(shareOf(run) ?? scale.low)})`}
            >
              <circle r={runs.length > 16 ? 6 : 9} />
              <text y={4} text-anchor="middle">
                {GLYPHS[run.verdict]}
              </text>
            </g>
          </a>
        ))}
        {runs.map((run, i) =>
          isNamed(i, runs.length) ? (
            <text key={run.id} class="axis" x={x(i)} y={HEIGHT - 6} text-anchor="middle">
              {`#${run.id}`}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  );
}

const MAX_NAMED = 10;

/** The last run is named, and as many before it as there is room for. */
function isNamed(place: number, count: number): boolean {
  return (count - 1 - place) % Math.ceil(count / MAX_NAMED) === 0;
}

function suitesOf({ suites }: ApiRunPoint): string {
  return suites.join(', ');
}

function shareOf({ passing: [k, n] }: ApiRunPoint): number | null {
  return n === 0 ? null : k / n;
}

function describe(run: ApiRunPoint): string {
  const { id, name, startedAt, branch, verdict, passing } = run;
  const [k, n] = passing;
  const share = shareOf(run);
  return [
    `Run ${id}${name === null ? '' : ` ${name}`}`,
    startedAt.slice(0, 10),
    branch,
    suitesOf(run),
    LABELS[verdict],
    share === null
      ? 'nothing measured'
      : `${k} of ${n} pass, ${formatValue(Math.round(share * 1e4) / 1e4, 'ratio')}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
