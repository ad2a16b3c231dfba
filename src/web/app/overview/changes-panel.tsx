import type { JSX } from 'preact';
import type { CellChange, Comparison, PartComparison } from '#core';
import { formatNumber, headlineOf, sentenceOf } from '#reporters';
import type { ApiRun } from '#schema';
import { Foreign, Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../data/use-api.ts';
import { Await } from '../frame/states.tsx';
import { LINK_TARGET, runAddress } from '../address/run-address.ts';

/** What is worse and better than in the run before, and which confusions changed. */
export function ChangesPanel({ before, after }: ChangesParts): JSX.Element {
  const query = `before=${before.id}&after=${after.id}`;
  const compared = useApi<Comparison>(`compare?${query}`);
  return (
    <Panel
      title={
        <>
          {'Since '}
          <a href={runAddress(before.id)} target={LINK_TARGET}>{`run #${before.id}`}</a>
        </>
      }
      controls={<a href={`/compare?${query}`}>Compare case by case</a>}
      class="changes-panel"
    >
      <Await loaded={compared} what="the comparison">
        {(value) => <Changes comparison={value} before={before} after={after} />}
      </Await>
    </Panel>
  );
}

interface ChangesParts {
  readonly before: ApiRun;
  readonly after: ApiRun;
}

const PARTS_SHOWN = 4;

function Changes({
  comparison,
  before,
  after,
}: ChangesParts & { readonly comparison: Comparison }): JSX.Element {
  const { parts, verdict, changedSuites } = comparison;
  const [from, to] = [before.revision?.branch, after.revision?.branch];
  const more = parts.length - PARTS_SHOWN;
  return (
    <>
      <p class={`strong ${TONES[verdict]}`}>{capitalised(headlineOf(comparison))}</p>
      {from !== to && from != null && to != null ? (
        <p class="soft small">
          {'from branch '}
          <Name text={from} />
          {' to '}
          <Name text={to} />
        </p>
      ) : null}
      {parts.slice(0, PARTS_SHOWN).map((part) => (
        <Part key={`${part.kind} ${part.name}`} part={part} />
      ))}
      {more > 0 ? <p class="soft small">{`and ${formatNumber(more)} more parts`}</p> : null}
      {changedSuites.length === 0 ? null : (
        <p class="warn small">
          {'Not the same suite: '}
          <Foreign text={changedSuites.join(', ')} />
        </p>
      )}
    </>
  );
}

const TONES: Readonly<Record<Comparison['verdict'], string>> = {
  worse: 'bad',
  better: 'good',
  unchanged: '',
  inconclusive: 'doubt',
};

const CELLS_SHOWN = 4;

function Part({ part }: { readonly part: PartComparison }): JSX.Element {
  const { usage = [], ...compared } = part;
  const rises = usage.flatMap(({ metric, change }) =>
    change === null || Math.abs(change) < 0.0005 ? [] : [riseText(metric, change)],
  );
  const cells = (part.cells?.items ?? []).filter(({ expected, observed }) => expected !== observed);
  return (
    <div class="change-part">
      <p>
        <Foreign class="strong" text={part.name} />: {sentenceOf(compared)}
      </p>
      <ul class="cells">
        {cells.slice(0, CELLS_SHOWN).map((cell) => (
          <CellRow key={`${cell.expected} ${cell.observed}`} cell={cell} />
        ))}
      </ul>
      {rises.length === 0 ? null : <p class="soft small">{`Per case: ${rises.join(', ')}`}</p>}
    </div>
  );
}

function CellRow({
  cell: { expected, observed, before, after },
}: {
  readonly cell: CellChange;
}): JSX.Element {
  const isWorse = after > before;
  return (
    <li>
      <span class={isWorse ? 'bad number' : 'good number'}>
        {`${formatNumber(before)} → ${formatNumber(after)}`}
      </span>{' '}
      <Name text={expected} /> got <Name text={observed} />
    </li>
  );
}

/** `tokens +6.2 %`. */
function riseText(metric: string, change: number): string {
  const percent = Math.round(change * 1000) / 10;
  return `${metric.replace(/\.mean$/, '')} ${percent < 0 ? '' : '+'}${percent} %`;
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
