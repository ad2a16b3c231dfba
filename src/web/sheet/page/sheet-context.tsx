import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { KeyContext } from '../keys/key-table.ts';
import type { SheetSession } from '../session/sheet-session.ts';

/** What every part of the page needs: the work, and which keys do something now. */
export interface SheetContext {
  readonly session: SheetSession;
  readonly keys: KeyContext;
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

/** Renders again after every change of the work. */
export function useChanges(session: SheetSession): void {
  const [, setCount] = useState(0);
  useEffect(() => session.subscribe(() => setCount((count) => count + 1)), [session]);
}
