import type { Json } from '#core';
import type { ApiLabelCase, SheetRow } from '#schema';
import type { CaseEntry } from '../../../sheet/session/case-entry.ts';
import type { LabelStore, SaveOutcome, StoredCase } from '../../../sheet/session/label-store.ts';
import { type LabelApi, LabelApiError } from './label-api.ts';
import { changeText, storedCase } from './stored-case.ts';

type Listener = (id: string, stored: StoredCase) => void;

/** Keeps entries on the server: labels in the file of the reviewer, drafts beside it. */
export class ServerStore implements LabelStore {
  readonly #api: LabelApi;
  readonly #guideHash: string | null;
  readonly #rows = new Map<string, SheetRow>();
  readonly #loaded = new Map<string, StoredCase>();
  readonly #revisions = new Map<string, string>();
  readonly #listeners = new Set<Listener>();
  readonly #writes = new Map<string, number>();

  constructor(api: LabelApi, cases: readonly ApiLabelCase[], guideHash: string | null) {
    this.#api = api;
    this.#guideHash = guideHash;
    for (const labelCase of cases) this.#loaded.set(labelCase.row.id, this.#note(labelCase));
  }

  load(ids: readonly string[]): Promise<ReadonlyMap<string, StoredCase>> {
    const loaded = ids.flatMap((id) => {
      const stored = this.#loaded.get(id);
      return stored === undefined ? [] : [[id, stored] as const];
    });
    return Promise.resolve(new Map(loaded));
  }

  async save(id: string, entry: CaseEntry, seen: string | null): Promise<SaveOutcome> {
    const row = this.#rows.get(id);
    if (row === undefined || seen === null)
      return { state: 'unavailable', message: `case ${id} was not read` };
    this.#countWrite(id);
    try {
      const body = changeText(entry, row, this.#api.address.task, this.#guideHash);
      const { revision } = await this.#api.save(id, body, seen);
      this.#revisions.set(id, revision);
      return { state: 'written', revision };
    } catch (error) {
      return await this.#explain(id, error);
    } finally {
      this.#countWrite(id);
    }
  }

  /** Changes with every write of a case, at its start and at its end: what was read before it is old. */
  writesOf(id: string): number {
    return this.#writes.get(id) ?? 0;
  }

  /** The revision that was stored or read last. */
  revisionOf(id: string): string | null {
    return this.#revisions.get(id) ?? null;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notes a case as it was read just now; one that was changed elsewhere is reported. */
  see(read: ApiLabelCase): void {
    const known = this.#revisions.get(read.row.id);
    const stored = this.#note(read);
    if (known !== undefined && known !== read.revision)
      for (const listener of this.#listeners) listener(read.row.id, stored);
  }

  #countWrite(id: string): void {
    this.#writes.set(id, this.writesOf(id) + 1);
  }

  #note(read: ApiLabelCase): StoredCase {
    this.#rows.set(read.row.id, read.row);
    this.#revisions.set(read.row.id, read.revision);
    return storedCase(read, this.#api.address.task);
  }

  async #explain(id: string, error: unknown): Promise<SaveOutcome> {
    if (!(error instanceof LabelApiError)) throw error;
    const { status, message, detail } = error;
    if (status === 409) return { state: 'conflict', stored: this.#note(storedIn(detail)) };
    if (status === 0 || status === 401 || status >= 500) return { state: 'unavailable', message };
    try {
      return { state: 'refused', message, stored: this.#note(await this.#api.open(id)) };
    } catch {
      return { state: 'unavailable', message };
    }
  }
}

function storedIn(detail: Json): ApiLabelCase {
  return (detail as unknown as { readonly stored: ApiLabelCase }).stored;
}
