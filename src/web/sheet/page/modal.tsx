import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';

/** A dialog over the page. Escape closes it. */
export function Modal({ title, onClose, class: name, children }: ModalParts): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // A list begins at its current entry.
    dialog.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
  }, []);
  return (
    <dialog ref={dialog} class={name} aria-label={title} onClose={onClose}>
      <div class="panel-head">
        <h2>{title}</h2>
        <Button look="quiet" class="small" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  );
}

interface ModalParts {
  readonly title: string;
  readonly onClose: () => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}
