import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import type { KeyBinding } from './keys.ts';

/** A dialog that lists the keys of the page. */
export function KeyHelp({
  bindings,
  onClose,
}: {
  readonly bindings: readonly KeyBinding[];
  readonly onClose: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={onClose}>
      <div class="panel-head">
        <h2>Keys</h2>
        <Button look="quiet" class="small" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      <dl class="key-table">
        {bindings.map(({ keys, words }) => (
          <>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{KEY_SIGNS.get(key) ?? key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </>
        ))}
      </dl>
    </dialog>
  );
}

const KEY_SIGNS: ReadonlyMap<string, string> = new Map([
  ['ArrowDown', '↓'],
  ['ArrowUp', '↑'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['Escape', 'Esc'],
  [' ', 'Space'],
]);
