import type { JSX } from 'preact';
import { formatCount, formatNumber } from '#reporters';
import type { ApiDamagedRun, ApiRun } from '#schema';
import { Foreign } from '../../components/foreign.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { LINK_TARGET, runAddress } from '../address/run-address.ts';
import { Moment, Revision } from '../run-facts/run-facts.tsx';

const COLUMNS = ['Run', 'Verdict', 'Started', 'Revision', 'Suites', 'Measured'];

/** A row for each run; those whose record cannot be read say why. */
export function RunsTable({ runs, pair, onToggle }: TableParts): JSX.Element {
  return (
    <table class="runs">
      <caption class="unseen">Kept runs</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">Compare</span>
          </th>
          {COLUMNS.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) =>
          'damaged' in run ? (
            <tr key={run.id}>
              <td />
              <td>{`#${run.id}`}</td>
              <td colSpan={COLUMNS.length - 1}>
                <span class="warn strong">Not readable</span> <Foreign text={run.damaged} />
              </td>
            </tr>
          ) : (
            <RunRow
              key={run.id}
              run={run}
              isChosen={pair.includes(run.id)}
              onToggle={() => onToggle(run.id)}
            />
          ),
        )}
      </tbody>
    </table>
  );
}

interface TableParts {
  readonly runs: readonly (ApiRun | ApiDamagedRun)[];
  readonly pair: readonly number[];
  readonly onToggle: (id: number) => void;
}

function RunRow({
  run: { id, name, verdict, startedAt, revision, suites, totals },
  isChosen,
  onToggle,
}: {
  readonly run: ApiRun;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}): JSX.Element {
  return (
    <tr class={isChosen ? 'chosen' : ''}>
      <td class="tick-cell">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={`Compare run ${id}`}
          onChange={onToggle}
        />
      </td>
      <td class="run-name">
        <a href={runAddress(id)} target={LINK_TARGET}>
          {`#${id}`}
          {name === null ? null : (
            <>
              {' '}
              <Foreign text={name} />
            </>
          )}
        </a>
      </td>
      <td>
        <VerdictBadge verdict={verdict} />
      </td>
      <td>
        <Moment time={startedAt} />
      </td>
      <td>{revision === null ? null : <Revision revision={revision} />}</td>
      <td class="mono">
        <Foreign text={suites.join(', ')} />
      </td>
      <td>{measuredText(totals)}</td>
    </tr>
  );
}

/** Cases where there are some, otherwise runs; what was not measured is always said. */
function measuredText({ cases, runs, errors, calls }: ApiRun['totals']): string {
  const all = cases.pass + cases.fail + cases.error + cases.inconclusive;
  const counted =
    all > 0
      ? `${formatNumber(cases.pass)} of ${formatCount(all, 'case')} pass`
      : formatCount(runs, 'run');
  const missed = errors === 0 ? '' : `, ${formatNumber(errors)} not measured`;
  return `${counted}${missed}, ${formatCount(calls, 'call')}`;
}
