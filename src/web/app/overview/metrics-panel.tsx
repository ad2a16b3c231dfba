import type { JSX } from 'preact';
import { formatCount, formatNumber } from '#reporters';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { casesAddress, LINK_TARGET } from '../address/run-address.ts';
import { type EntryParts, MetricTable } from './metric-table.tsx';

/** An eval with all of its metrics. */
export function MetricsPanel({
  run,
  entry,
  trend,
}: EntryParts & { readonly run: number }): JSX.Element {
  const { place, name, kind, verdict, models, runs, errors, suite } = entry;
  const noun = kind === 'eval' ? 'case' : 'run';
  return (
    <Panel
      title={
        <a href={casesAddress(run, { entry: place })} target={LINK_TARGET} class="entry-name">
          <VerdictSign verdict={verdict} /> <Foreign text={name} />
        </a>
      }
      controls={
        <Dotted
          class="soft small"
          parts={[
            suite === null ? null : <Foreign text={suite} />,
            models.length === 0 ? null : <Foreign text={models.join(', ')} />,
            formatCount(runs, noun),
            errors === 0 ? null : `${formatNumber(errors)} not measured`,
          ]}
        />
      }
      class="metrics-panel"
    >
      <MetricTable entry={entry} trend={trend} />
    </Panel>
  );
}
