import type { CaseEntry } from './case-entry.ts';
import type { LabelStore, SaveOutcome, StoredCase } from './label-store.ts';

/** The part of the browser's storage that is used. */
type KeyStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** A change of the storage by another tab. */
export interface StorageChange {
  readonly key: string | null;
  readonly newValue: string | null;
}

/** What a store needs of the browser. */
export interface BrowserPorts {
  /** Some browsers throw where a page asks for its storage, so it is asked for at each use. */
  readonly storage: () => KeyStorage;
  /** Reports changes by other tabs. Returns a function that ends it. */
  readonly listen: (listener: (change: StorageChange) => void) => () => void;
  /** Distinguishes this tab from others. */
  readonly tab: string;
}

/** Keeps entries in the storage of the browser, a key for each case, so that tabs do not overwrite each other. */
export class BrowserStore implements LabelStore {
  readonly #prefix: string;
  readonly #ports: BrowserPorts;
  #writes = 0;

  /** `scope` is what distinguishes one sheet from another: sample, task and reviewer. */
  constructor(scope: readonly string[], ports: BrowserPorts) {
    this.#prefix = `whichtool:${scope.map((part) => encodeURIComponent(part)).join(':')}:`;
    this.#ports = ports;
  }

  load(ids: readonly string[]): Promise<ReadonlyMap<string, StoredCase>> {
    const kept = new Map<string, StoredCase>();
    try {
      for (const id of ids) {
        const stored = parseStored(this.#ports.storage().getItem(this.#prefix + id));
        if (stored !== null) kept.set(id, stored);
      }
    } catch {
      // The first write says that nothing is kept.
    }
    return Promise.resolve(kept);
  }

  /** Reads and writes before it returns: a page that is closed at once has written. */
  save(id: string, entry: CaseEntry, seen: string | null): Promise<SaveOutcome> {
    return Promise.resolve(this.#save(id, entry, seen));
  }

  subscribe(listener: (id: string, stored: StoredCase) => void): () => void {
    return this.#ports.listen(({ key, newValue }) => {
      if (key === null || !key.startsWith(this.#prefix)) return;
      const stored = parseStored(newValue);
      if (stored !== null) listener(key.slice(this.#prefix.length), stored);
    });
  }

  #save(id: string, entry: CaseEntry, seen: string | null): SaveOutcome {
    try {
      const storage = this.#ports.storage();
      const stored = parseStored(storage.getItem(this.#prefix + id));
      if (stored !== null && stored.revision !== seen) return { state: 'conflict', stored };
      this.#writes += 1;
      const revision = `${this.#ports.tab}-${this.#writes}`;
      storage.setItem(this.#prefix + id, JSON.stringify({ revision, entry }));
      return { state: 'written', revision };
    } catch (error) {
      return { state: 'unavailable', message: String(error) };
    }
  }
}

/** What another version of the page may have kept is read only where it has the parts of an entry. */
function parseStored(text: string | null): StoredCase | null {
  if (text === null) return null;
  try {
    const stored = JSON.parse(text) as Partial<StoredCase> | null;
    const draft = stored?.entry?.draft;
    const isUsable =
      typeof stored?.revision === 'string' &&
      Array.isArray(draft?.calls) &&
      Array.isArray(draft.met);
    return isUsable ? (stored as StoredCase) : null;
  } catch {
    return null;
  }
}
