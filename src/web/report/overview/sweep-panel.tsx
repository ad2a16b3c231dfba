import type { JSX } from 'preact';
import type { SweepPoint, SweepReport } from '#core';
import { endsText, formatInterval, formatValue, offeredText, pointNote } from '#reporters';
import { Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { Wide } from '../../components/wide.tsx';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [560, 200, 44, 34];

/** Selection quality against the number of tools: a curve with its intervals, and the same in a table. */
export function SweepPanel({ sweep }: { readonly sweep: SweepReport }): JSX.Element {
  const ends = endsText(sweep);
  return (
    <Panel title="With more tools" class="sweep">
      <p class="soft small">
        <Name text={sweep.name} /> · <Name text={sweep.model} /> ·{' '}
        {sweep.metric === 'passing' ? 'share of runs that pass' : <Name text={sweep.metric} />} by
        tools offered, with 95 % intervals
      </p>
      <Wide>
        <Curve sweep={sweep} />
      </Wide>
      <Wide>
        <table class="tools">
          <caption class="unseen">Quality by number of distractors</caption>
          <thead>
            <tr>
              {['distractors', 'tools', 'share', '95 %', 'n'].map((head) => (
                <th key={head} scope="col" class="number">
                  {head}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {sweep.points.map((point) => (
              <PointRow key={point.distractors} point={point} />
            ))}
          </tbody>
        </table>
      </Wide>
      {ends === null ? null : <p class="facts">{ends}</p>}
    </Panel>
  );
}

function PointRow({ point }: { readonly point: SweepPoint }): JSX.Element {
  const { rate, interval, n } = point.share;
  return (
    <tr>
      <td class="number">{point.distractors}</td>
      <td class="number">{offeredText(point)}</td>
      <td class="number">{formatValue(rate, 'ratio')}</td>
      <td class="number">{interval === null ? '' : formatInterval(interval, 'ratio')}</td>
      <td class="number">{n}</td>
      <td class="soft small">{pointNote(point)}</td>
    </tr>
  );
}

/** The size of the catalog at a point; the count of distractors where it is not recorded. */
function sizeOf({ offered, distractors }: SweepPoint): number {
  return offered === null ? distractors : offered[1];
}

function Curve({ sweep: { points } }: { readonly sweep: SweepReport }): JSX.Element {
  const measured = points.filter(({ share }) => share.rate !== null);
  const sizes = points.map(sizeOf);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const x = (point: SweepPoint): number =>
    LEFT + ((sizeOf(point) - least) / (most - least || 1)) * (WIDTH - LEFT - 20);
  const y = (rate: number): number => 10 + (1 - rate) * (HEIGHT - BOTTOM - 10);
  const line = measured.map((point) => `${x(point)},${y(point.share.rate ?? 0)}`).join(' ');
  const label = measured
    .map((point) => `${offeredText(point)} tools: ${formatValue(point.share.rate, 'ratio')}`)
    .join('; ');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH}>
      {[0, 0.5, 1].map((rate) => (
        <g key={rate}>
          <line class="grid" x1={LEFT} x2={WIDTH - 10} y1={y(rate)} y2={y(rate)} />
          <text x={LEFT - 6} y={y(rate) + 4} text-anchor="end">
            {rate * 100} %
          </text>
        </g>
      ))}
      {measured.map((point) =>
        point.share.interval === null ? null : (
          <line
            key={point.distractors}
            class="whisker"
            x1={x(point)}
            x2={x(point)}
            y1={y(point.share.interval[0])}
            y2={y(point.share.interval[1])}
          />
        ),
      )}
      <polyline points={line} />
      {measured.map((point) => (
        <g key={point.distractors}>
          <circle cx={x(point)} cy={y(point.share.rate ?? 0)} r={4} />
          <text x={x(point)} y={HEIGHT - 14} text-anchor="middle">
            {sizeOf(point)}
          </text>
        </g>
      ))}
      <text x={WIDTH - 10} y={HEIGHT - 1} text-anchor="end">
        tools offered
      </text>
    </svg>
  );
}
