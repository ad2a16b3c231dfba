import type { JSX } from 'preact';
import { formatCount, formatNumber } from '#reporters';
import type { ApiPage, ApiSample, ApiSampleTask, ApiTaskStatus } from '#schema';
import { Foreign } from '../../../components/foreign.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../data/use-api.ts';
import { Await, Empty } from '../../frame/states.tsx';
import type { ViewParts } from '../../frame/view.ts';
import { samplePath, TASK_WORDS } from '../label-paths.ts';
import { doneOf, ProgressLine } from './progress-line.tsx';

/** The samples of the project and how far they are. */
export function SamplesPage({ session }: ViewParts): JSX.Element {
  const page = useApi<ApiPage<ApiSample>>('samples?limit=200');
  return (
    <main class="view labels">
      <h1>Labels</h1>
      <Await loaded={page} what="the samples">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="There is no sample in this project.">
              <p>
                Draw one: <code>whichtool sample traces/ --size 100 --out samples/first</code>
              </p>
            </Empty>
          ) : (
            <>
              {items.map((sample) => (
                <SamplePanel key={sample.id} sample={sample} isAdmin={session.role === 'admin'} />
              ))}
            </>
          )
        }
      </Await>
    </main>
  );
}

function SamplePanel({
  sample: { id, tasks, problem },
  isAdmin,
}: {
  readonly sample: ApiSample;
  readonly isAdmin: boolean;
}): JSX.Element {
  return (
    <Panel title={<Foreign text={id} />}>
      {problem === undefined ? null : (
        <p class="bad">
          This sample cannot be read: <Foreign text={problem} />
        </p>
      )}
      <ul class="tasks">
        {tasks.map((task) => (
          <li key={task.task}>
            <TaskLine sample={id} entry={task} isAdmin={isAdmin} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function TaskLine({
  sample,
  entry: { task, own, status },
  isAdmin,
}: {
  readonly sample: string;
  readonly entry: ApiSampleTask;
  readonly isAdmin: boolean;
}): JSX.Element {
  return (
    <>
      <a class="strong" href={samplePath(sample, { task })}>
        {TASK_WORDS[task]}
      </a>
      {status === null ? null : <p class="soft">{statusWords(status)}</p>}
      {own === null ? null : (
        <ProgressLine name="you" done={doneOf(own)} total={own.cases} savedAt={own.savedAt} />
      )}
      {status === null ? null : (
        <p class="links">
          {isAdmin ? (
            <a href={samplePath(sample, { task })}>Reviewers and links</a>
          ) : (
            <a href={samplePath(sample, { task, part: '/adjudicate' })}>Decide</a>
          )}
          <a href={samplePath(sample, { task, part: '/agreement' })}>Agreement</a>
        </p>
      )}
    </>
  );
}

/** The states of all cases in a line. */
export function statusWords({ cases, states, unsure, stale, returned }: ApiTaskStatus): string {
  const { agreed, adjudicated, disputed, waiting, unlabelled } = states;
  const parts = [
    formatCount(cases, 'case'),
    `${formatNumber(agreed)} agreed`,
    `${formatNumber(adjudicated)} decided`,
    `${formatNumber(disputed)} disputed`,
    `${formatNumber(waiting)} waiting for another answer`,
    `${formatNumber(unlabelled)} without an answer`,
    ...(unsure === 0 ? [] : [`${formatCount(unsure, 'answer')} unsure`]),
    ...(stale === 0 ? [] : [`${formatNumber(stale)} stale`]),
    ...(returned.cases === 0 ? [] : [`${formatNumber(returned.cases)} sent back`]),
  ];
  return parts.join(' · ');
}
