import type { JSX } from 'preact';
import { formatCount, formatDrive, formatNumber } from '#reporters';
import type { ApiRunningRun } from '#schema';
import { Foreign } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';

/** A run writes every second; a longer silence is worth a word. */
const SILENT_MS = 15_000;

/** The runs that are under way, also those that workers make. */
export function RunningRuns({
  runs,
}: {
  readonly runs: readonly ApiRunningRun[];
}): JSX.Element | null {
  if (runs.length === 0) return null;
  return (
    <Panel title="Under way" class="running">
      {runs.map((run) => (
        <RunningRun key={run.startedAt} run={run} />
      ))}
    </Panel>
  );
}

function RunningRun({ run }: { readonly run: ApiRunningRun }): JSX.Element {
  const { name, suites, silentMs } = run;
  const { done, total, text } = stageOf(run);
  return (
    <div class="running-run">
      <strong>
        <Foreign text={name ?? suites.join(', ')} />
      </strong>
      <progress
        aria-label="Progress"
        {...(total === null ? {} : { value: done, max: Math.max(1, total) })}
      />
      <span class="soft small">{text}</span>
      {silentMs < SILENT_MS ? null : (
        <span class="warn small" role="status">
          {`! no news for ${formatNumber(Math.round(silentMs / 1000))} s: it may have been killed`}
        </span>
      )}
    </div>
  );
}

/** What a run does now: it reads or makes runs first, then asks judges. */
function stageOf({ runs, questions, traces }: ApiRunningRun): Stage {
  if (questions !== null)
    return {
      ...questions,
      text: `${formatNumber(questions.done)} of ${formatCount(questions.total, 'question')} judged`,
    };
  if (runs !== null) return { done: runs.done, total: runs.total, text: formatDrive(runs) };
  return { done: 0, total: null, text: `${formatCount(traces ?? 0, 'trace')} read` };
}

interface Stage {
  readonly done: number;
  /** Null where it is not known. */
  readonly total: number | null;
  readonly text: string;
}
