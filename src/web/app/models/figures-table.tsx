import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatInterval, formatNumber, formatValue } from '#reporters';
import type { ApiSide, ApiSideFigure, ApiSideRow } from '#schema';
import { Button } from '../../components/button.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { Wide } from '../../components/wide.tsx';
import { ALL_TESTS, sidesAddress, type SidesRoute } from '../sides/sides-address.ts';

/** Tests and evals in rows, runs or models in columns; each metric with its interval. */
export function FiguresTable({ sides, rows, titles, route }: TableParts): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const hidden = rows.some(({ figures }) => figures.length > shownOf(figures, false).length);
  return (
    <Panel
      title="Metrics"
      controls={
        hidden ? (
          <Button look="quiet" class="small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Metrics with a gate' : 'All metrics'}
          </Button>
        ) : null
      }
    >
      <Wide>
        <table class="sides">
          <caption class="unseen">Metrics side by side</caption>
          <thead>
            <tr>
              <td />
              {titles.map((title, i) => (
                <th key={i} scope="col">
                  <a href={`/runs/${sides[i]?.run.id ?? ''}`}>
                    <Foreign text={title} />
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          {rows.map((row) => (
            <tbody key={`${row.kind} ${row.name}`}>
              <HeadRow row={row} sides={sides} route={route} />
              {shownOf(row.figures, isWhole).map((figure) => (
                <FigureRow key={figure.metric} figure={figure} />
              ))}
            </tbody>
          ))}
        </table>
      </Wide>
    </Panel>
  );
}

interface TableParts {
  readonly sides: readonly ApiSide[];
  readonly rows: readonly ApiSideRow[];
  readonly titles: readonly string[];
  readonly route: SidesRoute;
}

/** Metrics with a gate; where there is none, the first. */
function shownOf(figures: readonly ApiSideFigure[], isWhole: boolean): readonly ApiSideFigure[] {
  if (isWhole) return figures;
  const gated = figures.filter(({ isGated }) => isGated);
  return gated.length > 0 ? gated : figures.slice(0, 1);
}

function HeadRow({
  row: { kind, name, places, verdicts, differing },
  sides,
  route,
}: {
  readonly row: ApiSideRow;
  readonly sides: readonly ApiSide[];
  readonly route: SidesRoute;
}): JSX.Element {
  const change = { eval: kind === 'eval' ? name : ALL_TESTS, case: null, show: null, query: '' };
  return (
    <tr class="side-head">
      <th scope="row">
        <Foreign text={name} />
        {differing === null ? null : (
          <a class="small" href={sidesAddress('/models', route, change)}>
            {`${formatNumber(differing.k)} of ${formatNumber(differing.n)} cases differ`}
          </a>
        )}
      </th>
      {verdicts.map((verdict, i) => {
        const place = places[i] ?? null;
        return (
          <td key={i}>
            {verdict === null || place === null ? (
              <span class="soft">–</span>
            ) : (
              <a href={`/runs/${sides[i]?.run.id ?? ''}/${place + 1}`}>
                <VerdictSign verdict={verdict} /> {verdict}
              </a>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function FigureRow({ figure }: { readonly figure: ApiSideFigure }): JSX.Element {
  const { metric, unit, cells } = figure;
  const max = unit === 'percent' ? 100 : unit === 'ratio' ? 1 : null;
  return (
    <tr>
      <th scope="row" class="side-metric">
        <Name text={metric} />
      </th>
      {cells.map((cell, i) => (
        <td key={i}>
          {cell === null ? (
            <span class="soft">–</span>
          ) : (
            <span class="side-figure">
              <b>{formatValue(cell.value, unit)}</b>
              {max === null ? null : (
                <IntervalBar
                  value={cell.value}
                  interval={cell.interval}
                  max={max}
                  tone={cell.outcome ?? 'plain'}
                />
              )}
              {cell.interval === null ? null : (
                <span class="soft small">{formatInterval(cell.interval, unit)}</span>
              )}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
