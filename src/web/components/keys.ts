import { useEffect, useRef } from 'preact/hooks';

/** A key and what it does: the same table drives the keyboard and the help. */
export interface KeyBinding {
  /** As `KeyboardEvent.key` names them; any of them does it. */
  readonly keys: readonly string[];
  /** What it does, in words for the help. */
  readonly words: string;
  /** Returns false where the key means nothing now: then the browser has it. */
  readonly run: (event: KeyboardEvent) => boolean | void;
  /** Whether it also works while a person types. */
  readonly isForTyping?: boolean;
}

const registered = new Set<{ readonly current: readonly KeyBinding[] }>();

/** All keys that mean something now, for the help. */
export function listBindings(): readonly KeyBinding[] {
  return [...registered].flatMap(({ current }) => current);
}

/** Binds keys to the page. They are off while a person types and while a dialog is open. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const current = useRef(bindings);
  current.current = bindings;
  useEffect(() => {
    registered.add(current);
    const listen = (event: KeyboardEvent): void => {
      const binding = findBinding(current.current, event);
      if (binding !== undefined && binding.run(event) !== false) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => {
      registered.delete(current);
      removeEventListener('keydown', listen);
    };
  }, []);
}

/** The binding that an event means; undefined where the key is not ours. */
function findBinding(
  bindings: readonly KeyBinding[],
  event: KeyboardEvent,
): KeyBinding | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (document.querySelector('dialog[open]') !== null) return undefined;
  const isTyping = isTextField(event.target);
  return bindings.find(
    ({ keys, isForTyping = false }) => keys.includes(event.key) && (isForTyping || !isTyping),
  );
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !/^(?:checkbox|radio|button)$/.test(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
