import { createContext } from 'preact';

/** How values are shown: people fold all of them at once, and look at them as they were recorded. */
interface Reading {
  /** Null: long ones are folded. */
  readonly fold: 'open' | 'closed' | null;
  /** Whether texts are shown as recorded, without unfolding JSON in them. */
  readonly isRaw: boolean;
}

export const ReadingContext: ReturnType<typeof createContext<Reading>> = createContext<Reading>({
  fold: null,
  isRaw: false,
});
