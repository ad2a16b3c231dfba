import type { JSX } from 'preact';
import { KEY_TABLE, type KeyContext, type KeyGroup } from '../keys/key-table.ts';
import { isBindingActive } from '../keys/match-key.ts';
import { Modal } from './modal.tsx';
import { useSheet } from '../context/sheet-context.tsx';

const GROUPS: readonly KeyGroup[] = ['Choose', 'Explain', 'Move', 'Look up'];

/** All keys of this sheet, by what they are for. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { keys } = useSheet();
  const usual: KeyContext = {
    ...keys,
    ...ANYWHERE,
    hasArguments: keys.isLabel,
  };
  return (
    <Modal title="Keys" class="all-keys-dialog" onClose={onClose}>
      {GROUPS.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl class="key-table">
            {KEY_TABLE.filter(
              (binding) => binding.group === group && isBindingActive(binding, usual),
            ).map(({ keys: signs, words }) => (
              <div key={words}>
                <dt>{signs.map((sign) => (sign === '–' ? '–' : <kbd key={sign}>{sign}</kbd>))}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p class="soft small">Keys are off while you type; Esc leaves the field.</p>
    </Modal>
  );
}

/** The list has every key of the sheet, also those that wait for something. */
const ANYWHERE = {
  isTyping: false,
  isOnControl: false,
  isDialogOpen: false,
  choices: 9,
  hasPrevious: true,
  hasNext: true,
  canUndo: true,
} as const;
