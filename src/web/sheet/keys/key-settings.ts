import { applyOverrides, keyFault, type KeyOverrides, parseOverrides } from './key-overrides.ts';
import { KEY_TABLE, type KeyAction, type KeyBinding } from './key-table.ts';

/** Where chosen keys are kept: the storage of the browser, or nothing. */
type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The keys of one reviewer. They are kept in the browser, each reviewer's apart. */
export class KeySettings {
  readonly #storage: () => KeyStorage;
  readonly #name: string;
  readonly #listeners = new Set<() => void>();
  #overrides: KeyOverrides;
  #table: readonly KeyBinding[];

  constructor(storage: () => KeyStorage, reviewer: string) {
    this.#storage = storage;
    this.#name = `whichtool keys ${reviewer}`;
    this.#overrides = parseOverrides(this.#read(), KEY_TABLE);
    this.#table = applyOverrides(KEY_TABLE, this.#overrides);
  }

  get table(): readonly KeyBinding[] {
    return this.#table;
  }

  get hasOverrides(): boolean {
    return Object.keys(this.#overrides).length > 0;
  }

  /** Chooses a key for an action. Returns why that cannot be, or null. */
  choose(action: KeyAction, key: string): string | null {
    const fault = keyFault(this.#table, action, key);
    if (fault === null) this.#set({ ...this.#overrides, [action]: key.toLowerCase() });
    return fault;
  }

  /** Returns to the keys of the table. */
  reset(): void {
    this.#set({});
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(overrides: KeyOverrides): void {
    this.#overrides = overrides;
    this.#table = applyOverrides(KEY_TABLE, overrides);
    try {
      if (this.hasOverrides) this.#storage().setItem(this.#name, JSON.stringify(overrides));
      else this.#storage().removeItem(this.#name);
    } catch {
      // Without storage the keys hold until the page is closed.
    }
    for (const listener of this.#listeners) listener();
  }

  #read(): string | null {
    try {
      return this.#storage().getItem(this.#name);
    } catch {
      return null;
    }
  }
}
