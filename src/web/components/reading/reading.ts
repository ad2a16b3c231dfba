import { createContext } from 'preact';
import { useMemo, useState } from 'preact/hooks';

/** Who said something. */
export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** How values are shown: people fold all of them at once, and look at them as they were recorded. */
export interface Reading {
  /** Null: long ones are folded. */
  readonly fold: 'open' | 'closed' | null;
  /** Whether texts are shown as recorded, without unfolding JSON in them. */
  readonly isRaw: boolean;
  /** Whose texts are a line each. */
  readonly closedRoles: ReadonlySet<Role>;
}

/** How values are shown before anything is asked for. */
export const USUAL_READING: Reading = { fold: null, isRaw: false, closedRoles: new Set() };

export const ReadingContext: ReturnType<typeof createContext<Reading>> =
  createContext<Reading>(USUAL_READING);

/** What people ask for while they read. */
export interface ReadingControl {
  readonly reading: Reading;
  readonly setFold: (fold: Reading['fold']) => void;
  /** Opens all, or closes all where all are open. */
  readonly toggleFold: () => void;
  readonly toggleRaw: () => void;
  readonly toggleRole: (role: Role) => void;
}

/** Keeps how values are shown as long as a page is open. */
export function useReading(): ReadingControl {
  const [reading, setReading] = useState(USUAL_READING);
  return useMemo(
    () => ({
      reading,
      setFold: (fold) => setReading((now) => ({ ...now, fold })),
      toggleFold: () =>
        setReading((now) => ({ ...now, fold: now.fold === 'open' ? 'closed' : 'open' })),
      toggleRaw: () => setReading((now) => ({ ...now, isRaw: !now.isRaw })),
      toggleRole: (role) =>
        setReading((now) => ({ ...now, closedRoles: toggled(now.closedRoles, role) })),
    }),
    [reading],
  );
}

/** A set with a member more or less. */
export function toggled<T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}
