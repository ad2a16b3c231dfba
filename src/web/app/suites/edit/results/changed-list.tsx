import type { JSX } from 'preact';
import { formatNumber } from '#reporters';
import { Foreign, Name } from '../../../../components/foreign.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { VerdictSign } from '../../../../components/verdict-badge.tsx';
import type { ChangedRuns } from '../session/changed-runs.ts';

/** More are counted and not shown. */
const MAX_SHOWN = 200;

/** The runs or cases whose verdict the edit changed; each opens its calls. */
export function ChangedList({
  changed,
  noun,
}: {
  readonly changed: readonly ChangedRuns[];
  readonly noun: 'run' | 'case';
}): JSX.Element | null {
  if (changed.length === 0) return null;
  const hidden = changed.length - MAX_SHOWN;
  return (
    <Panel title="What the edit changes" class="changed-panel">
      <ul class="changed">
        {changed.slice(0, MAX_SHOWN).map((runs) => (
          <li key={runs.id}>
            <details>
              <summary>
                <VerdictSign verdict={runs.before} /> → <VerdictSign verdict={runs.after} />{' '}
                {noun === 'case' ? (
                  <Name text={runs.id} />
                ) : runs.count === 1 ? (
                  `run ${runs.id}`
                ) : (
                  `${formatNumber(runs.count)} runs, first ${runs.id}`
                )}{' '}
                <span class="soft">
                  {runs.question === null ? null : <Foreign text={runs.question} class="cut" />}
                </span>
              </summary>
              <Calls calls={runs.calls} />
            </details>
          </li>
        ))}
      </ul>
      {hidden > 0 ? <p class="soft">{`and ${formatNumber(hidden)} more`}</p> : null}
    </Panel>
  );
}

export function Calls({ calls }: { readonly calls: readonly string[] }): JSX.Element {
  if (calls.length === 0) return <p class="soft">no call</p>;
  return (
    <ol class="call-names">
      {calls.map((call, i) => (
        <li key={i}>
          <Name text={call} />
        </li>
      ))}
    </ol>
  );
}
