import type { JSX } from 'preact';
import type { ApiOpenSample, ApiSession } from '#schema';
import { Foreign } from '../../../components/foreign.tsx';
import { Chip } from '../../../components/chip.tsx';
import { useApi } from '../../data/use-api.ts';
import { Await } from '../../frame/states.tsx';
import type { ViewParts } from '../../frame/view.ts';
import { samplePath, TASK_WORDS, taskIn, withQuery } from '../label-paths.ts';
import { OverviewPanels } from './overview-panels.tsx';
import { QueueList } from './queue-list.tsx';

/** One sample: the cases of a reviewer, or for an admin who does what. */
export function QueuePage({ parameters, query, session }: ViewParts): JSX.Element {
  const sample = parameters['sample'] ?? '';
  const opened = useApi<ApiOpenSample>(`samples/${encodeURIComponent(sample)}`);
  return (
    <main class="view labels">
      <h1>
        <Foreign text={sample} />
      </h1>
      <Await loaded={opened} what="the sample">
        {(value) => <Sample opened={value} query={query} session={session} />}
      </Await>
    </main>
  );
}

function Sample({
  opened,
  query,
  session,
}: {
  readonly opened: ApiOpenSample;
  readonly query: URLSearchParams;
  readonly session: ApiSession;
}): JSX.Element {
  const task = query.has('task') ? taskIn(query) : (opened.tasks[0]?.task ?? 'label');
  const entry = opened.tasks.find((sampleTask) => sampleTask.task === task) ?? null;
  const reviewer = session.role === 'admin' ? query.get('reviewer') : null;
  const isOverview = session.role === 'admin' && reviewer === null;
  return (
    <>
      {opened.problem === undefined ? null : (
        <p class="bad">
          <Foreign text={opened.problem} />
        </p>
      )}
      {opened.tasks.length < 2 ? null : (
        <nav class="chips" aria-label="Tasks">
          {opened.tasks.map((sampleTask) => (
            <Chip
              key={sampleTask.task}
              isOn={sampleTask.task === task}
              // Without a task, the address shows the first one.
              href={withQuery(
                samplePath(opened.id, { task: sampleTask.task, reviewer }),
                sampleTask.task === 'label' ? { task: sampleTask.task } : {},
              )}
            >
              {TASK_WORDS[sampleTask.task]}
            </Chip>
          ))}
        </nav>
      )}
      {reviewer === null ? null : (
        <p class="banner">
          <span>
            Read-only: these are the labels of <b>{reviewer}</b>.{' '}
            <a href={samplePath(opened.id, { task })}>Back to all reviewers</a>
          </span>
        </p>
      )}
      {isOverview && entry?.status != null ? (
        <OverviewPanels sample={opened.id} task={task} status={entry.status} />
      ) : null}
      {isOverview ? null : (
        <QueueList
          sample={opened.id}
          task={task}
          reviewer={reviewer}
          own={entry?.own ?? null}
          isDecision={session.role === 'adjudicator'}
          query={query}
        />
      )}
    </>
  );
}
