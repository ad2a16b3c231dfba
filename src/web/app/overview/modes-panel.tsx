import type { JSX } from 'preact';
import { shareReport } from '#core';
import { duration, formatInterval, formatNumber, formatValue, money } from '#reporters';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { casesAddress } from '../address/run-address.ts';
import { type ModeCost, type ModeShare, modeShares } from './sum-entries.ts';
import type { PartsOfRun } from './tools-panel.tsx';

/** How cases go wrong: which share of all cases, and what such cases use. */
export function ModesPanel({ run, entries }: PartsOfRun): JSX.Element | null {
  const isMeasured = entries.some(({ modes }) => modes !== null);
  const shares = modeShares(entries);
  if (!isMeasured) return null;
  const unmeasured = shares.filter(({ cases }) => cases === null);
  return (
    <Panel title="Failure modes" class="failure-modes">
      {shares.length === 0 ? <p class="soft">No case shows one.</p> : null}
      <ol class="rows">
        {shares
          .filter(({ cases }) => cases !== null)
          .map((share) => (
            <ModeRow key={share.mode} run={run} share={share} />
          ))}
      </ol>
      {unmeasured.length === 0 ? null : (
        <p class="soft small">{`Not measured: ${unmeasured.map(({ mode }) => wordsOf(mode)).join(', ')}`}</p>
      )}
    </Panel>
  );
}

function ModeRow({ run, share }: { readonly run: number; readonly share: ModeShare }): JSX.Element {
  const { mode, cases, of, cost, place } = share;
  const { rate, interval } = shareReport(cases ?? 0, of);
  return (
    <li>
      <span class="row-head">
        <a href={casesAddress(run, { entry: place, mode })}>{wordsOf(mode)}</a>
        <span class="number">{`${formatNumber(cases ?? 0)} of ${formatNumber(of)} cases`}</span>
      </span>
      <span
        class="row-figures"
        title={interval === null ? '' : `95 % interval ${formatInterval(interval, 'ratio')}`}
      >
        <IntervalBar value={rate} interval={interval} max={1} tone="plain" />
        <span class="number">{formatValue(rate, 'ratio')}</span>
      </span>
      {cost === null ? null : <span class="soft small">{costText(cost)}</span>}
    </li>
  );
}

function wordsOf(mode: string): string {
  return mode.replaceAll('_', ' ');
}

/** `0.00061 per case, 42 % more than cases that pass`. */
function costText({ figure, value, passing }: ModeCost): string {
  const amount = `${figure} ${amountText(value, figure)} per case`;
  if (passing === null || passing === 0) return amount;
  const percent = Math.round((value / passing - 1) * 100);
  if (percent === 0) return `${amount}, as cases that pass`;
  return `${amount}, ${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'} than cases that pass`;
}

function amountText(value: number, figure: ModeCost['figure']): string {
  if (figure === 'cost') return money(value);
  return figure === 'time'
    ? duration(Math.round(value))
    : formatNumber(Math.round(value * 10) / 10);
}
