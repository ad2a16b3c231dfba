import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '#reporters';
import type { ApiDamagedRun, ApiPage, ApiRun } from '#schema';
import { VerdictBadge } from '../components/verdict-badge.tsx';
import { useApi } from './use-api.ts';

type Listed = ApiRun | ApiDamagedRun;

/** The kept runs of the project, the newest first. Each opens its report. */
export function RunsPage(): JSX.Element {
  const [cursor, setCursor] = useState('0');
  const page = useApi<ApiPage<Listed>>(`runs?cursor=${cursor}`);
  if (page.state === 'loading') return <p role="status">Reading the runs…</p>;
  if (page.state === 'failed') return <p role="alert">{page.error.message}</p>;
  const { items, total, next } = page.value;
  if (total === 0)
    return (
      <p class="empty">
        No run is kept in this project yet. <code>whichtool run</code> keeps each of its runs.
      </p>
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
        <button type="button" disabled={cursor === '0'} onClick={() => setCursor('0')}>
          Newest
        </button>
        <button type="button" disabled={next === null} onClick={() => setCursor(next ?? '0')}>
          Older
        </button>
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
      <td class="name">
        {revision === null ? '–' : `${revision.branch ?? ''}@${revision.commit.slice(0, 7)}`}
      </td>
      <td class="name">{suites.join(', ')}</td>
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
