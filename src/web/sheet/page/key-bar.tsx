import type { JSX } from 'preact';
import type { KeyAction } from '../keys/key-table.ts';
import { isBindingActive } from '../keys/match-key.ts';
import { ActionKey } from '../context/action-key.tsx';
import { SavedState } from './saved-state.tsx';
import { useSheet } from '../context/sheet-context.tsx';

/** The keys that the bar has room for; the others are in the list of all keys. */
const SHOWN: ReadonlySet<KeyAction> = new Set<KeyAction>([
  'decide',
  'choose',
  'also',
  'none',
  'yes',
  'no',
  'arguments',
  'unsure',
  'skip',
  'undo',
  'leave',
]);

/** The keys that do something now, what is saved, and the way on. */
export function KeyBar(): JSX.Element {
  const { keys, run, settings } = useSheet();
  const active = settings.table.filter(
    (binding) => SHOWN.has(binding.action) && isBindingActive(binding, keys),
  );
  return (
    <footer class="key-bar">
      <ul class="hints" aria-hidden="true">
        {active.map(({ action, words }) => (
          <li key={action}>
            <ActionKey action={action} /> {words}
          </li>
        ))}
      </ul>
      <button type="button" class="button quiet small all-keys" onClick={() => run('keys')}>
        All keys <ActionKey action="keys" />
      </button>
      <span class="space" />
      <SavedState />
      <div class="moves">
        <button
          type="button"
          class="button touch"
          disabled={!keys.canUndo}
          onClick={() => run('undo')}
        >
          Undo
        </button>
        <button
          type="button"
          class="button touch"
          disabled={!keys.canChange}
          onClick={() => run('skip')}
        >
          Skip
        </button>
        <button
          type="button"
          class="button"
          aria-label="Previous case"
          disabled={!keys.hasPrevious}
          onClick={() => run('previous')}
        >
          <span aria-hidden="true">←</span>
        </button>
        <button
          type="button"
          class="button"
          aria-label="Next case"
          disabled={!keys.hasNext}
          onClick={() => run('next')}
        >
          <span aria-hidden="true">→</span>
        </button>
        <button
          type="button"
          class="button primary"
          disabled={!keys.canChange}
          onClick={() => run('save')}
        >
          Save and next <ActionKey action="save" />
        </button>
      </div>
    </footer>
  );
}
