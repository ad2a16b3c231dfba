import type { JSX } from 'preact';
import { shareReport } from '#core';
import { formatInterval, formatNumber, formatValue } from '#reporters';
import type { EntrySummary } from '#schema';
import { Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { casesAddress } from '../address/run-address.ts';
import { type WorstTool, worstTools } from './sum-entries.ts';

const SHOWN = 6;

/** The tools that were missed most, with the share that was found and what came instead. */
export function ToolsPanel({ run, entries }: PartsOfRun): JSX.Element {
  const tools = worstTools(entries);
  const more = tools.length - SHOWN;
  return (
    <Panel title="Worst tools" class="worst-tools">
      {tools.length === 0 ? <p class="soft">{noneText(entries)}</p> : null}
      <ol class="rows">
        {tools.slice(0, SHOWN).map((tool) => (
          <ToolRow key={tool.name} run={run} tool={tool} />
        ))}
      </ol>
      {more > 0 ? <p class="soft small">{`and ${formatNumber(more)} more`}</p> : null}
    </Panel>
  );
}

/** Tests that pass as a whole name no missed tool, whatever their single runs did. */
function noneText(entries: readonly EntrySummary[]): string {
  return entries.every(({ errors, passing: { k, n } }) => errors === 0 && k === n)
    ? 'Every tool came where it was expected.'
    : 'No missed tool is counted: tests whose gates hold are not searched for them.';
}

/** The newest run, and its tests and evals. */
export interface PartsOfRun {
  readonly run: number;
  readonly entries: readonly EntrySummary[];
}

function ToolRow({ run, tool }: { readonly run: number; readonly tool: WorstTool }): JSX.Element {
  const { name, missed, expected, instead, place } = tool;
  const share = expected === null ? null : shareReport(expected - missed, expected);
  return (
    <li>
      <span class="row-head">
        <a
          href={casesAddress(run, {
            entry: place,
            verdict: 'fail',
            ...(instead === null ? {} : { expected: name }),
          })}
        >
          <Name text={name} />
        </a>
        <span class="number">
          {expected === null
            ? `missed in ${formatNumber(missed)}`
            : `missed in ${formatNumber(missed)} of ${formatNumber(expected)}`}
        </span>
      </span>
      {share === null ? null : (
        <span
          class="row-figures"
          title={
            share.interval === null
              ? ''
              : `95 % interval ${formatInterval(share.interval, 'ratio')}`
          }
        >
          <IntervalBar value={share.rate} interval={share.interval} max={1} tone="plain" />
          <span class="number">{`found ${formatValue(share.rate, 'ratio')}`}</span>
        </span>
      )}
      {instead === null ? null : (
        <span class="soft small">
          {'most often '}
          {instead.name === '(none)' ? 'no call' : <Name text={instead.name} />}
          {` instead (${formatNumber(instead.count)})`}
        </span>
      )}
    </li>
  );
}
