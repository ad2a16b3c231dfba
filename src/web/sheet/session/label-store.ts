import type { CaseEntry } from './case-entry.ts';

/** An entry as a store keeps it. */
export interface StoredCase {
  /** Changes with every write. */
  readonly revision: string;
  readonly entry: CaseEntry;
}

/** What became of a write. */
export type SaveOutcome =
  | { readonly state: 'written'; readonly revision: string }
  /** The case was changed elsewhere since it was read; nothing was written. */
  | { readonly state: 'conflict'; readonly stored: StoredCase }
  /** The answer cannot be kept as it is; what is kept is unchanged. */
  | { readonly state: 'refused'; readonly message: string; readonly stored: StoredCase }
  | { readonly state: 'unavailable'; readonly message: string };

/** Where entries are kept between visits: the browser, or a server. */
export interface LabelStore {
  /** Reads what is kept of cases. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, StoredCase>>;
  /** Writes an entry where the kept revision is still the one that was seen; null for a case that was not kept. */
  save(id: string, entry: CaseEntry, seen: string | null): Promise<SaveOutcome>;
  /** Reports changes that others make. Returns a function that ends it. */
  subscribe(listener: (id: string, stored: StoredCase) => void): () => void;
}
