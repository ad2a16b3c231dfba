import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { KeySettings } from '../keys/key-settings.ts';
import type { KeyAction, KeyContext } from '../keys/key-table.ts';
import type { SheetSession } from '../session/sheet-session.ts';
import type { PageState } from './page-state.ts';

/** What every part of the page needs: the work, and which keys do something now. */
export interface SheetContext {
  readonly session: SheetSession;
  readonly page: PageState;
  readonly keys: KeyContext;
  /** Which key does what, as the reviewer chose. */
  readonly settings: KeySettings;
  /** Does what the key of an action does. */
  readonly run: (action: KeyAction) => void;
}

const Context = createContext<SheetContext | null>(null);

/** Provides the context of the page. */
export const SheetProvider = Context.Provider;

/** The context of the page. */
export function useSheet(): SheetContext {
  const context = useContext(Context);
  if (context === null) throw new Error('this part is outside of a sheet');
  return context;
}

/** Renders again after every change. */
export function useChanges(source: {
  readonly subscribe: (listener: () => void) => () => void;
}): void {
  const [, setCount] = useState(0);
  useLayoutEffect(() => source.subscribe(() => setCount((count) => count + 1)), [source]);
}
