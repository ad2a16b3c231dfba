import type { RefObject } from 'preact';
import { type KeyBinding, useKeys } from '../../components/keys.ts';
import type { Stop } from './trace-rows.ts';

/** What keys do in a trace; the help lists the same table. */
export function useTraceKeys({ go, search, field, fold, raw, copy, close }: KeyParts): void {
  const step = (keys: readonly string[], words: string, by: 1 | -1, stop: Stop): KeyBinding => ({
    keys,
    words,
    run: () => go(by, stop),
  });
  useKeys([
    step(['j', 'n'], 'next call', 1, 'call'),
    step(['k', 'p'], 'previous call', -1, 'call'),
    step([']'], 'next turn', 1, 'turn'),
    step(['['], 'previous turn', -1, 'turn'),
    step(['}'], 'next agent', 1, 'agent'),
    step(['{'], 'previous agent', -1, 'agent'),
    {
      keys: ['/'],
      words: 'search in this trace',
      run: () => {
        field.current?.focus();
        field.current?.select();
      },
    },
    {
      keys: ['Enter'],
      words: 'next hit, while the search has the focus',
      isForTyping: true,
      run: ({ target, shiftKey }) => target === field.current && search(shiftKey ? -1 : 1),
    },
    { keys: ['e'], words: 'expand or collapse all', run: fold },
    { keys: ['r'], words: 'arguments and results as recorded', run: raw },
    { keys: ['y'], words: 'copy as Markdown', run: copy },
    {
      keys: ['Escape'],
      words: 'leave the search, or go back to the run',
      isForTyping: true,
      run: () => {
        if (document.activeElement === field.current) field.current?.blur();
        else close();
      },
    },
  ]);
}

interface KeyParts {
  /** Goes to the next stop; false where there is none. */
  readonly go: (by: 1 | -1, stop: Stop) => boolean;
  readonly search: (by: 1 | -1) => boolean;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly fold: () => void;
  readonly raw: () => void;
  readonly copy: () => void;
  readonly close: () => void;
}
