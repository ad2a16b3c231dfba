import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '#reporters';
import type { ApiLive, LiveQueueRule } from '#schema';
import { Button } from '../../components/button.tsx';
import { Foreign } from '../../components/foreign.tsx';
import { putJson } from '../data/api.ts';

const WHEN: readonly (readonly [LiveQueueRule['when'], string])[] = [
  ['failed', 'runs that fail'],
  ['unknown-tools', 'runs that call a tool that was not offered'],
  ['all', 'any run'],
];

/** Which runs are written to a sample, where people label them. */
export function QueuePanel({ rule: saved, queued, queueFault }: ApiLive): JSX.Element {
  const [rule, setRule] = useState(saved);
  const [draft, setDraft] = useState<LiveQueueRule>(
    saved ?? { folder: 'samples/live', when: 'failed', tool: null, percent: 10 },
  );
  const [fault, setFault] = useState<string | null>(queueFault);
  const save = (next: LiveQueueRule | null): void => {
    putJson('live/queue', next).then(
      () => {
        setRule(next);
        setFault(null);
      },
      (error: Error) => setFault(error.message),
    );
  };
  const change = (part: Partial<LiveQueueRule>): void => setDraft({ ...draft, ...part });
  return (
    <form
      class="live-queue"
      onSubmit={(event) => {
        event.preventDefault();
        save(draft);
      }}
    >
      <label>
        Share in percent
        <span class="field">
          <input
            type="number"
            min="0.01"
            max="100"
            step="any"
            required
            value={draft.percent}
            onInput={({ currentTarget }) => change({ percent: currentTarget.valueAsNumber })}
          />
        </span>
      </label>
      <label>
        Which runs
        <span class="field">
          <select
            value={draft.when}
            onChange={({ currentTarget }) =>
              change({ when: currentTarget.value as LiveQueueRule['when'] })
            }
          >
            {WHEN.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </span>
      </label>
      <label>
        With the tool
        <span class="field">
          <input
            value={draft.tool ?? ''}
            placeholder="any tool"
            onInput={({ currentTarget }) => change({ tool: currentTarget.value || null })}
          />
        </span>
      </label>
      <label>
        Into the sample
        <span class="field">
          <input
            required
            value={draft.folder}
            onInput={({ currentTarget }) => change({ folder: currentTarget.value })}
          />
        </span>
      </label>
      <span class="live-queue-actions">
        <button type="submit" class="button primary">
          {rule === null ? 'Start' : 'Change'}
        </button>
        {rule === null ? null : <Button onClick={() => save(null)}>Stop</Button>}
      </span>
      <p class="small soft" role="status">
        {rule === null
          ? 'No run is written to a sample.'
          : `On: ${formatCount(queued, 'case')} written when this page was opened.`}{' '}
        {fault === null ? null : (
          <span class="bad">
            <Foreign text={fault} />
          </span>
        )}
      </p>
    </form>
  );
}
