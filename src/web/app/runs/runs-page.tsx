import type { JSX } from 'preact';
import { formatCount } from '#reporters';
import type { ApiDamagedRun, ApiPage, ApiRun } from '#schema';
import { Button } from '../../components/button.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { visit } from '../address/use-address.ts';
import { useApi } from '../data/use-api.ts';
import { Await, Empty } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';

type Listed = ApiRun | ApiDamagedRun;

/** The kept runs of the project, the newest first. Each opens its report. */
export function RunsPage({ query }: ViewParts): JSX.Element {
  const cursor = query.get('cursor') ?? '0';
  const page = useApi<ApiPage<Listed>>(`runs?cursor=${encodeURIComponent(cursor)}`);
  return (
    <main class="view">
      <h1>Runs</h1>
      <Await loaded={page} what="the runs">
        {(value) => <RunsTable page={value} cursor={cursor} />}
      </Await>
    </main>
  );
}

function RunsTable({
  page: { items, total, next },
  cursor,
}: {
  readonly page: ApiPage<Listed>;
  readonly cursor: string;
}): JSX.Element {
  if (total === 0)
    return (
      <Empty title="No run is kept in this project yet.">
        <p>
          <code>whichtool run</code> keeps each of its runs.
        </p>
      </Empty>
    );
  return (
    <>
      <p class="soft">{formatCount(total, 'run')}, the newest first</p>
      <table class="runs">
        <thead>
          <tr>
            {['Run', 'Verdict', 'Started', 'Commit', 'Suites', 'Measured'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{items.map((run) => ('damaged' in run ? damagedRow(run) : runRow(run)))}</tbody>
      </table>
      <nav class="pages" aria-label="Pages">
        <Button disabled={cursor === '0'} onClick={() => visit('/runs')}>
          Newest
        </Button>
        <Button disabled={next === null} onClick={() => visit(`/runs?cursor=${next ?? '0'}`)}>
          Older
        </Button>
      </nav>
    </>
  );
}

function runRow({ id, name, verdict, startedAt, revision, suites, totals }: ApiRun): JSX.Element {
  const { runs, errors, calls } = totals;
  const missed = errors === 0 ? '' : `, ${formatCount(errors, 'run')} not measured`;
  return (
    <tr key={id}>
      <td>
        <a href={`/runs/${id}`}>{name === null ? `#${id}` : `#${id} ${name}`}</a>
      </td>
      <td>
        <VerdictBadge verdict={verdict} />
      </td>
      <td>
        <time dateTime={startedAt}>{startedAt.slice(0, 16).replace('T', ' ')}</time>
      </td>
      <td class="mono">
        {revision === null ? '–' : `${revision.branch ?? ''}@${revision.commit.slice(0, 7)}`}
      </td>
      <td class="mono">{suites.join(', ')}</td>
      <td>
        {formatCount(runs, 'run')}
        {missed}, {formatCount(calls, 'call')}
      </td>
    </tr>
  );
}

function damagedRow({ id, damaged }: ApiDamagedRun): JSX.Element {
  return (
    <tr key={id}>
      <td>#{id}</td>
      <td colSpan={5}>This run cannot be read: {damaged}</td>
    </tr>
  );
}
