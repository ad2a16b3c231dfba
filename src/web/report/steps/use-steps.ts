import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type KeyBinding, useKeys } from '../../components/keys.ts';
import { useAddresses } from '../address/addresses.ts';

/** Lets keys move through a list, search it and close what is open. */
export function useSteps({ count, row, hrefOf, search, close, open, field }: StepParts): void {
  const { replace } = useAddresses();
  const isFocusMoved = useRef(false);
  useEffect(() => {
    if (!isFocusMoved.current) return;
    isFocusMoved.current = false;
    // The row may be drawn only after the page has scrolled to it.
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>('.virtual [aria-current]')
        ?.focus({ preventScroll: true }),
    );
  }, [row]);
  const step = (by: 1 | -1, event: KeyboardEvent): boolean => {
    const href = hrefOf(Math.min(Math.max(row + by, 0), count - 1));
    if (href === null) return false;
    isFocusMoved.current = isInList(event.target);
    replace(href);
    return true;
  };
  // Elsewhere the arrows scroll the page.
  const stepInList = (by: 1 | -1, event: KeyboardEvent): boolean =>
    isInList(event.target) && step(by, event);
  const bindings: readonly KeyBinding[] = [
    { keys: ['j'], words: 'next', run: (event) => step(1, event) },
    { keys: ['k'], words: 'previous', run: (event) => step(-1, event) },
    {
      keys: ['ArrowDown'],
      words: 'next, where the list has the focus',
      run: (event) => stepInList(1, event),
    },
    {
      keys: ['ArrowUp'],
      words: 'previous, where the list has the focus',
      run: (event) => stepInList(-1, event),
    },
    open === undefined
      ? { keys: ['Enter'], words: 'read what is open', run: focusOpened }
      : { keys: ['Enter'], words: 'open', run: (event) => !isControl(event.target) && open() },
    {
      keys: ['/'],
      words: 'search',
      run: () => {
        field.current?.focus();
        field.current?.select();
      },
    },
    {
      keys: ['Escape'],
      words: 'clear the search, or close what is open',
      isForTyping: true,
      run: () => {
        const { current } = field;
        if (current !== null && current.value !== '') search('');
        else if (document.activeElement === current) current?.blur();
        else close();
      },
    },
  ];
  useKeys(bindings);
}

interface StepParts {
  readonly count: number;
  /** The row that people are at; -1 where there is none. */
  readonly row: number;
  /** The address of a row; null where there is none, or it is not read yet. */
  readonly hrefOf: (row: number) => string | null;
  readonly search: (query: string) => void;
  readonly close: () => void;
  /** What Enter does; by default the opened panel gets the focus. */
  readonly open?: () => boolean;
  readonly field: RefObject<HTMLInputElement | null>;
}

function isInList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.virtual') !== null;
}

/** On a control Enter means that control. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, input') !== null;
}

function focusOpened({ target }: KeyboardEvent): boolean {
  if (isControl(target)) return false;
  const panel = document.querySelector<HTMLElement>('.opened');
  panel?.focus();
  return panel !== null;
}
