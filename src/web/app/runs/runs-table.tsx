import type { JSX } from 'preact';
import { formatCount, formatNumber } from '#reporters';
import type { ApiDamagedRun, ApiRun } from '#schema';
import { Foreign } from '../../components/foreign.tsx';
import { ColumnHead } from '../../components/table/column-head.tsx';
import { useColumnWidths } from '../../components/table/column-widths.ts';
import { shownColumns, type SortValue } from '../../components/table/table-rows.ts';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { runAddress } from '../address/run-address.ts';
import { Moment, Revision } from '../run-facts/run-facts.tsx';

/** A column of the list, and what it shows of a run. */
interface RunColumn {
  readonly id: string;
  readonly value: (run: ApiRun) => SortValue;
}

const COLUMNS: readonly RunColumn[] = [
  { id: 'Run', value: ({ id }) => id },
  { id: 'Verdict', value: ({ verdict }) => verdict },
  { id: 'Started', value: ({ startedAt }) => startedAt },
  { id: 'Revision', value: ({ revision }) => (revision === null ? null : 'known') },
  { id: 'Suites', value: ({ suites }) => suites.join(', ') },
  { id: 'Measured', value: ({ totals }) => measuredText(totals) },
];

/** A row for each run; those whose record cannot be read say why. */
export function RunsTable({ runs, pair, onToggle }: TableParts): JSX.Element {
  const widths = useColumnWidths('runs');
  const readable = runs.filter((run): run is ApiRun => !('damaged' in run));
  const columns: readonly RunColumn[] =
    readable.length === 0 ? COLUMNS : shownColumns<ApiRun, RunColumn>(COLUMNS, readable);
  return (
    <table class="runs">
      <caption class="unseen">Kept runs</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">Compare</span>
          </th>
          {columns.map(({ id }) => (
            <ColumnHead key={id} id={id} widths={widths} order={null}>
              {id}
            </ColumnHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) =>
          'damaged' in run ? (
            <tr key={run.id}>
              <td />
              <td>{`#${run.id}`}</td>
              <td colSpan={columns.length - 1}>
                <span class="warn strong">Not readable</span> <Foreign text={run.damaged} />
              </td>
            </tr>
          ) : (
            <RunRow
              key={run.id}
              run={run}
              columns={columns.map(({ id }) => id)}
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
  columns,
  isChosen,
  onToggle,
}: {
  readonly run: ApiRun;
  /** Those that are shown. */
  readonly columns: readonly string[];
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
        <a href={runAddress(id)}>
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
      {columns.includes('Revision') ? (
        <td>{revision === null ? null : <Revision revision={revision} />}</td>
      ) : null}
      {columns.includes('Suites') ? (
        <td class="mono">
          <Foreign text={suites.join(', ')} />
        </td>
      ) : null}
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
