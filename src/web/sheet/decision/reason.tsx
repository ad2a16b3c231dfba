import type { JSX } from 'preact';
import type { Draft } from '../answer/draft.ts';
import { ActionKey } from '../context/action-key.tsx';
import type { ChangeDraft } from './label-decision.tsx';

/** Why, or what is unclear. */
export function Reason({
  draft,
  onChange,
  onRemove,
}: {
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
  /** Null where there is nothing to remove. */
  readonly onRemove: (() => void) | null;
}): JSX.Element {
  const { isUnsure } = draft;
  return (
    <div class={isUnsure ? 'part unsure' : 'part'} data-field="rationale">
      <div class="reason-head">
        <label for="rationale">
          {isUnsure ? 'Unsure: what is unclear? (needed)' : 'Why'} <ActionKey action="rationale" />
        </label>
        <span class="space" />
        {onRemove === null ? null : (
          <button type="button" class="text-button soft" onClick={onRemove}>
            Remove the answer
          </button>
        )}
        <button
          type="button"
          class="chip"
          aria-pressed={isUnsure}
          onClick={() => onChange((now) => ({ ...now, isUnsure: !isUnsure }), 'marking as unsure')}
        >
          Unsure <ActionKey action="unsure" />
        </button>
      </div>
      <textarea
        id="rationale"
        rows={2}
        value={draft.rationale}
        onInput={(event) => {
          const rationale = event.currentTarget.value;
          onChange((now) => ({ ...now, rationale }), 'typing', 'rationale');
        }}
      />
    </div>
  );
}
