import type { JSX } from 'preact';
import { formatCount, formatNumber, LABELS, type Provenance, type TrendPoint } from '#reporters';
import { Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { Wide } from '../../components/wide.tsx';

const HEIGHT = 56;
/** The first and the last run are named below the ends of the line. */
const MIN_WIDTH = 440;
const MAX_WIDTH = 760;
const STEP = 80;
/** Room for a point at either end. */
const EDGE = 8;

/** Earlier runs of the history and this one: the share that passes, and each verdict. */
export function TrendPanel({
  provenance,
}: {
  readonly provenance: Provenance | undefined;
}): JSX.Element | null {
  const trend = provenance?.trend ?? [];
  const [first] = trend;
  const last = trend.at(-1);
  if (trend.length < 2 || first === undefined || last === undefined) return null;
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, trend.length * STEP));
  const x = (i: number): number => EDGE + (i / (trend.length - 1)) * (width - 2 * EDGE);
  const shares = trend.map(shareOf);
  const low = Math.min(...shares);
  const spread = Math.max(...shares) - low || 1;
  const y = (point: TrendPoint): number =>
    8 + (1 - (shareOf(point) - low) / spread) * (HEIGHT - 16);
  const line = trend.map((point, i) => `${x(i)},${y(point)}`).join(' ');
  return (
    <Panel title={`Last ${trend.length} runs`} class="trend">
      <Wide>
        <svg
          role="img"
          aria-label={trend.map(describe).join('; ')}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
        >
          <polyline points={line} />
          {trend.map((point, i) => (
            <circle
              key={point.id}
              class={point.verdict}
              cx={x(i)}
              cy={y(point)}
              r={i === trend.length - 1 ? 5 : 4}
            >
              <title>{describe(point)}</title>
            </circle>
          ))}
        </svg>
      </Wide>
      <p class="axis soft small" style={{ maxWidth: `${width}px` }}>
        <span>
          <Name text={momentText(first)} /> {passText(first)}
        </span>
        <span>
          <Name text={momentText(last)} /> {passText(last)}
        </span>
      </p>
    </Panel>
  );
}

function shareOf({ passing: [k, n] }: TrendPoint): number {
  return n === 0 ? 0 : k / n;
}

function passText(point: TrendPoint): string {
  const [k, n] = point.passing;
  return n === 0 ? 'not measured' : `${formatNumber(k)} of ${formatCount(n, point.noun)} pass`;
}

function momentText({ date, commit }: TrendPoint): string {
  return `${date.slice(0, 10)}${commit === null ? '' : ` ${commit.slice(0, 7)}`}`;
}

function describe(point: TrendPoint): string {
  return `run ${point.id}, ${momentText(point)}: ${LABELS[point.verdict]}, ${passText(point)}`;
}
