import type { JSX } from 'preact';
import { formatNumber } from '#reporters';
import type { ApiTryJob } from '#schema';
import { Button } from '../../components/button.tsx';
import { Foreign, Lines } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { sendJson } from '../data/api.ts';

const VERDICTS: Readonly<Record<string, string>> = {
  better: '✓ Better than before, and not by chance',
  worse: '✗ Worse than before, and not by chance',
  inconclusive: '? Cannot tell: it may be chance',
  unchanged: '? Nothing changed',
};

/** The trial that was started last: its progress, then the paired verdict in the words of the command. */
export function JobPanel({
  job,
  suite,
  eval: name,
}: {
  readonly job: ApiTryJob | null;
  readonly suite: string;
  readonly eval: string;
}): JSX.Element | null {
  if (job === null) return null;
  const isHere = job.suite === suite && job.eval === name;
  return (
    <Panel title="The trial" class="trial-job">
      {isHere ? null : (
        <p class="soft">
          It is about <Foreign text={`${job.eval} of ${job.suite}`} />.
        </p>
      )}
      <JobState job={job} />
    </Panel>
  );
}

function JobState({ job }: { readonly job: ApiTryJob }): JSX.Element {
  switch (job.state) {
    case 'running':
      return (
        <div role="status">
          <progress
            max={Math.max(job.total, 1)}
            value={job.done}
            aria-label={`${job.done} of ${job.total} runs`}
          />{' '}
          {`${formatNumber(job.done)} of ${formatNumber(job.total)} runs`}
          {job.failed === 0 ? '' : `, ${formatNumber(job.failed)} failed`}
          {job.cost === 0 ? '' : `, cost ${job.cost.toFixed(4)}`}{' '}
          <Button class="small" onClick={() => void sendJson('DELETE', 'try', {})}>
            Cancel
          </Button>
        </div>
      );
    case 'cancelled':
      return (
        <p role="status">Cancelled. Runs that were made are kept: the same trial goes on there.</p>
      );
    case 'failed':
      return (
        <p class="bad" role="alert">
          ✗ <Lines text={job.message} />
        </p>
      );
    case 'done':
      return (
        <div role="status">
          <p class="strong">{VERDICTS[job.verdict] ?? job.verdict}</p>
          {job.notes.map((note) => (
            <p key={note} class="soft small">
              <Foreign text={note} />
            </p>
          ))}
          <pre class="try-text" tabindex={0} aria-label="The report of the trial">
            <Lines text={job.text} />
          </pre>
        </div>
      );
  }
}
