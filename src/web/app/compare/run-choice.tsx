import type { JSX } from 'preact';
import type { ApiRun } from '#schema';
import { Button } from '../../components/button.tsx';
import { visit } from '../address/use-address.ts';
import { runWords } from '../sides/run-words.ts';

/** The two runs that are compared. */
export function RunChoice({ runs, before, after }: ChoiceParts): JSX.Element {
  const choose = (change: { readonly before?: string; readonly after?: string }): void => {
    const query = new URLSearchParams();
    const chosen = { before, after, ...change };
    if (chosen.before !== null) query.set('before', chosen.before);
    if (chosen.after !== null) query.set('after', chosen.after);
    visit(`/compare?${query.toString()}`);
  };
  const canSwap = before !== null && after !== null;
  return (
    <div class="run-choice">
      <RunSelect
        words="Before"
        runs={runs}
        value={before}
        onChoose={(id) => choose({ before: id })}
      />
      <RunSelect words="After" runs={runs} value={after} onChoose={(id) => choose({ after: id })} />
      <Button
        look="quiet"
        class="small"
        disabled={!canSwap}
        onClick={() => canSwap && choose({ before: after, after: before })}
      >
        Swap
      </Button>
      <a href="/models">Several runs side by side…</a>
    </div>
  );
}

interface ChoiceParts {
  readonly runs: readonly ApiRun[];
  readonly before: string | null;
  readonly after: string | null;
}

function RunSelect({
  words,
  runs,
  value,
  onChoose,
}: {
  readonly words: string;
  readonly runs: readonly ApiRun[];
  readonly value: string | null;
  readonly onChoose: (id: string) => void;
}): JSX.Element {
  return (
    <label class="run-select">
      <span class="soft small">{words}</span>
      <select value={value ?? ''} onChange={(event) => onChoose(event.currentTarget.value)}>
        {value === null ? <option value="">choose a run</option> : null}
        {value === null || runs.some(({ id }) => String(id) === value) ? null : (
          <option value={value}>{`#${value}`}</option>
        )}
        {runs.map((run) => (
          <option key={run.id} value={String(run.id)}>
            {runWords(run)}
          </option>
        ))}
      </select>
    </label>
  );
}
