import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import type { KeyAction, KeyBinding, KeyContext, KeyGroup } from '../keys/key-table.ts';
import { isBindingActive } from '../keys/match-key.ts';
import { Modal } from './modal.tsx';
import { useChanges, useSheet } from '../context/sheet-context.tsx';

const GROUPS: readonly KeyGroup[] = ['Choose', 'Explain', 'Move', 'Look up'];

/** All keys of this sheet, by what they are for. Most of them can be changed. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { keys, settings } = useSheet();
  useChanges(settings);
  const [asked, setAsked] = useState<KeyAction | null>(null);
  const [fault, setFault] = useState('');
  useAnyKey(asked !== null, (key) => {
    if (asked === null) return;
    const problem = key === 'Escape' ? null : settings.choose(asked, key);
    setFault(problem ?? '');
    if (problem === null) setAsked(null);
  });
  const usual: KeyContext = { ...keys, ...ANYWHERE, hasArguments: keys.isLabel };
  const shown = settings.table.filter((binding) => isBindingActive(binding, usual));
  const ask = (action: KeyAction): void => {
    setFault('');
    setAsked(asked === action ? null : action);
  };
  return (
    <Modal title="Keys" class="all-keys-dialog" onClose={onClose}>
      {GROUPS.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl class="key-table">
            {shown
              .filter((binding) => binding.group === group)
              .map((binding) => (
                <Row
                  key={binding.words}
                  binding={binding}
                  isAsked={asked === binding.action}
                  onAsk={() => ask(binding.action)}
                />
              ))}
          </dl>
        </section>
      ))}
      <p class={fault === '' ? 'soft small' : 'bad small'} role="status">
        {fault === ''
          ? asked === null
            ? 'Keys are off while you type; Esc leaves the field.'
            : 'Press the new key. Esc keeps the old one.'
          : `${fault} Press another key, or Esc.`}
      </p>
      {settings.hasOverrides ? (
        <p>
          <Button look="quiet" class="small" onClick={() => settings.reset()}>
            Back to the usual keys
          </Button>
        </p>
      ) : null}
    </Modal>
  );
}

function Row({
  binding: { keys: signs, words, isFixed },
  isAsked,
  onAsk,
}: {
  readonly binding: KeyBinding;
  readonly isAsked: boolean;
  readonly onAsk: () => void;
}): JSX.Element {
  return (
    <div>
      <dt>
        {isAsked ? (
          <kbd>…</kbd>
        ) : (
          signs.map((sign) => (sign === '–' ? '–' : <kbd key={sign}>{sign}</kbd>))
        )}
      </dt>
      <dd>
        {words}
        {isFixed === true ? null : (
          <button
            type="button"
            class="text-button soft change-key"
            aria-label={`change the key for: ${words}`}
            aria-pressed={isAsked}
            onClick={onAsk}
          >
            change
          </button>
        )}
      </dd>
    </div>
  );
}

/** Takes the next keys before anything else does, while one is waited for. */
function useAnyKey(isWaiting: boolean, onKey: (key: string) => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    const listen = (event: KeyboardEvent): void => {
      if (['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      onKey(event.key);
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  });
}

/** The list has every key of the sheet, also those that wait for something. */
const ANYWHERE = {
  isTyping: false,
  isOnControl: false,
  field: 'choice',
  arrows: new Set(['up', 'down'] as const),
  isDialogOpen: false,
  choices: 9,
  hasPrevious: true,
  hasNext: true,
  canUndo: true,
} as const;
