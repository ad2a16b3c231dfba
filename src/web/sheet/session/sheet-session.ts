import type { LabelSheet, SheetRow } from '#reporters';
import { type Draft, EMPTY_DRAFT } from '../answer/draft.ts';
import { type Finished, finishDraft } from '../answer/finish-draft.ts';
import {
  type CaseEntry,
  type CaseProgress,
  draftOf,
  newEntry,
  progressOf,
  reconcile,
} from './case-entry.ts';
import { CaseWriter } from './case-writer.ts';
import { type ExportedFile, exportFile } from './export-file.ts';
import { findOpen } from './find-open.ts';
import type { LabelStore, SaveOutcome, StoredCase } from './label-store.ts';
import { timeLeftMs } from './pace.ts';
import { countProgress, endWords, type ProgressCounts } from './progress-counts.ts';
import { StoreTrouble } from './store-trouble.ts';
import { UndoLog } from './undo-log.ts';

/** The work of one reviewer on one sheet: answers, drafts, the current case, undo. It has no view and no files. */
export class SheetSession {
  readonly #whyFinal: (id: string) => string | null;
  #sheet: LabelSheet;
  readonly #entries: Map<string, CaseEntry>;
  readonly #writer: CaseWriter;
  readonly #store: LabelStore;
  readonly #now: () => Date;
  readonly #undo = new UndoLog();
  readonly #trouble = new StoreTrouble();
  readonly #listeners = new Set<() => void>();
  #progress = new WeakMap<CaseEntry, CaseProgress>();
  #place = 0;
  #lastExport = '';
  #notice = '';

  constructor(
    sheet: LabelSheet,
    store: LabelStore,
    now: () => Date,
    /** Why the answer of a case cannot be changed; null where it can. */
    whyFinal: (id: string) => string | null = () => null,
  ) {
    this.#whyFinal = whyFinal;
    this.#sheet = sheet;
    this.#store = store;
    this.#now = now;
    this.#entries = new Map(sheet.rows.map((row) => [row.id, newEntry(row, sheet.task)]));
    this.#writer = new CaseWriter(store, (id, outcome) => this.#onWritten(id, outcome));
  }

  /** Reads what is kept and opens a case: the named one, otherwise the first that is open. */
  async start(id: string | null): Promise<void> {
    const kept = await this.#store.load(this.sheet.rows.map((row) => row.id));
    for (const row of this.sheet.rows) {
      const stored = kept.get(row.id);
      if (stored === undefined) continue;
      this.#writer.see(row.id, stored);
      this.#entries.set(row.id, reconcile(stored.entry, row, this.sheet.task));
    }
    this.#store.subscribe((changed, stored) => this.#onChangedElsewhere(changed, stored));
    const named = this.sheet.rows.findIndex((row) => row.id === id);
    this.#place = named >= 0 ? named : (this.#nextOpen(-1) ?? 0);
    this.#emit();
  }

  /** Calls a function after every change. Returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get sheet(): LabelSheet {
    return this.#sheet;
  }

  /** Completes a row that was partial. */
  fill(row: SheetRow): void {
    const place = this.#sheet.rows.findIndex(({ id }) => id === row.id);
    if (place < 0) return;
    this.#sheet = { ...this.#sheet, rows: this.#sheet.rows.with(place, row) };
    this.#emit();
  }

  get place(): number {
    return this.#place;
  }

  /** The current case; undefined where the sheet has none. */
  get row(): SheetRow | undefined {
    return this.sheet.rows[this.#place];
  }

  /** Why the answer of the current case cannot be changed; null where it can. */
  get whyFinal(): string | null {
    return this.row === undefined ? null : this.#whyFinal(this.row.id);
  }

  /** What was done last, in words. */
  get notice(): string {
    return this.#notice;
  }

  /** Whether drafts survive when the page is closed. */
  get isKept(): boolean {
    return this.#trouble.unsent.size === 0;
  }

  /** Whether what is shown of a case is not stored yet. */
  isUnsent(id: string): boolean {
    return this.#trouble.unsent.has(id) || this.#writer.isWriting(id);
  }

  get isSending(): boolean {
    return this.#writer.isBusy;
  }

  /** Why the store did not take the last answer of a case. */
  refusalOf(id: string): string | null {
    return this.#trouble.refusals.get(id) ?? null;
  }

  /** The cases that wait for the reviewer: two answers, or one that was refused. */
  troubled(): readonly number[] {
    return this.#sheet.rows.flatMap(({ id }, place) => (this.#trouble.has(id) ? [place] : []));
  }

  /** Writes again what could not be stored. */
  retry(): void {
    for (const id of this.#trouble.unsent) this.#write(id, this.entryOf(id));
  }

  get canUndo(): boolean {
    return this.#undo.last !== null;
  }

  entryOf(id: string): CaseEntry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`the sheet has no case ${id}`);
    return entry;
  }

  progressOf(row: SheetRow): CaseProgress {
    const entry = this.entryOf(row.id);
    const known = this.#progress.get(entry);
    if (known !== undefined) return known;
    const progress = progressOf(entry, row, this.sheet.task);
    this.#progress.set(entry, progress);
    return progress;
  }

  /** What another tab wrote about a case that was changed here at the same time. */
  conflictOf(id: string): CaseEntry | null {
    return this.#trouble.conflicts.get(id)?.entry ?? null;
  }

  counts(): ProgressCounts {
    return countProgress(this.sheet.rows.map((row) => this.progressOf(row)));
  }

  /** How many cases have a saved answer, and how many of those are not in an exported file. */
  savedCounts(): { readonly saved: number; readonly unexported: number } {
    const saved = [...this.#entries.values()].filter((entry) => entry.saved !== null);
    const unexported = saved.filter((entry) => entry.saved?.text !== entry.exported);
    return { saved: saved.length, unexported: unexported.length };
  }

  /** How long the open cases take at the current pace; null where it is not known. */
  timeLeftMs(): number | null {
    const times = [...this.#entries.values()].flatMap(({ saved }) => saved?.at ?? []);
    return timeLeftMs(times, this.sheet.rows.length - times.length);
  }

  /** Whether something would be lost if the page were closed now. */
  isAtRisk(): boolean {
    if (this.#trouble.conflicts.size > 0) return true;
    const { draft, changed } = this.counts();
    return !this.isKept && this.savedCounts().unexported + draft + changed > 0;
  }

  /** Changes the draft of a case. Changes of one field in a row are undone together. */
  change(
    id: string,
    update: (draft: Draft) => Draft,
    what: string,
    field: string | null = null,
  ): void {
    const entry = this.entryOf(id);
    this.#set(id, { ...entry, draft: update(entry.draft) }, what, field);
    this.#notice = '';
    this.#emit();
  }

  /** Whether the draft of the current case can be saved. */
  check(): Finished | null {
    const { row } = this;
    if (row?.isPartial === true)
      return { state: 'empty', problem: 'Not saved: the case is still being read.' };
    return row === undefined ? null : finishDraft(this.entryOf(row.id).draft, this.sheet.task, row);
  }

  /** Saves the current case and moves to the next open one; a draft that is not complete stays, and is explained. */
  save(): boolean {
    const { row } = this;
    const finished = this.check();
    if (row === undefined || finished === null || this.whyFinal !== null) return false;
    if (finished.state !== 'complete') {
      this.#notice = finished.problem;
      this.#emit();
      return false;
    }
    const saved = { text: finished.text, at: this.#now().toISOString() };
    const entry = this.entryOf(row.id);
    this.#set(row.id, { ...entry, saved, isSkipped: false }, 'saving');
    this.#notice = `Case ${this.#place + 1} is saved.`;
    this.#advance();
    return true;
  }

  /** Leaves the current case open for later. What was typed stays; a saved answer becomes a draft. */
  skip(): void {
    const { row } = this;
    if (row === undefined || this.whyFinal !== null) return;
    this.#set(row.id, { ...this.entryOf(row.id), saved: null, isSkipped: true }, 'skipping');
    this.#notice = `Case ${this.#place + 1} is skipped: it stays open.`;
    this.#advance();
  }

  /** Removes the answer of the current case. */
  clear(): void {
    const { row } = this;
    if (row === undefined || this.whyFinal !== null) return;
    const empty = { draft: EMPTY_DRAFT, saved: null, isSkipped: false };
    this.#set(row.id, { ...this.entryOf(row.id), ...empty }, 'removing the answer');
    this.#notice = `The answer of case ${this.#place + 1} is removed.`;
    this.#emit();
  }

  /** Returns to the saved answer of the current case. */
  discardDraft(): void {
    const { row } = this;
    const saved = row === undefined ? null : this.entryOf(row.id).saved;
    if (row === undefined || saved === null) return;
    this.#set(row.id, { ...this.entryOf(row.id), draft: draftOf(saved.text) }, 'going back');
    this.#notice = 'The saved answer is shown again.';
    this.#emit();
  }

  /** Takes the last change back and shows its case. */
  undo(): void {
    const step = this.#undo.take();
    if (step === null || this.#whyFinal(step.id) !== null) return;
    this.#write(step.id, step.before);
    this.#place = this.sheet.rows.findIndex((row) => row.id === step.id);
    this.#notice = `Undone: ${step.what}, case ${this.#place + 1}.`;
    this.#emit();
  }

  /** Moves to the next or the previous case, whatever its state. */
  move(step: 1 | -1): void {
    this.open(this.#place + step);
  }

  /** Shows a case by its place. */
  open(place: number): void {
    if (place < 0 || place >= this.sheet.rows.length) return;
    this.#place = place;
    this.#notice = '';
    this.#emit();
  }

  /** Settles a conflict with another tab: by the entry that is shown, or by the other one. */
  resolve(id: string, isMine: boolean): void {
    const stored = this.#trouble.conflicts.get(id);
    if (stored === undefined) return;
    this.#trouble.conflicts.delete(id);
    this.#writer.see(id, stored);
    if (isMine) this.#write(id, this.entryOf(id));
    else this.#adopt(id, stored);
    this.#emit();
  }

  /** The saved answers as a file; they count as exported from now on. */
  export(): ExportedFile {
    const file = exportFile(this.sheet, (id) => this.entryOf(id), this.#now(), this.#lastExport);
    this.#lastExport = file.name;
    for (const [id, entry] of this.#entries)
      if (entry.saved !== null && entry.saved.text !== entry.exported)
        this.#write(id, { ...entry, exported: entry.saved.text });
    this.#notice = `Exported: ${file.name}`;
    this.#emit();
    return file;
  }

  #advance(): void {
    const next = this.#nextOpen(this.#place);
    if (next === null) this.#notice += ` ${endWords(this.counts())}`;
    this.#place = next ?? this.#place;
    this.#emit();
  }

  #nextOpen(from: number): number | null {
    const { rows } = this.sheet;
    return findOpen(rows.length, from, (place) => this.progressOf(rows[place] as SheetRow));
  }

  #set(id: string, entry: CaseEntry, what: string, field: string | null = null): void {
    if (this.#whyFinal(id) !== null) return;
    this.#undo.add({ id, before: this.entryOf(id), what, field });
    this.#write(id, entry);
  }

  #write(id: string, entry: CaseEntry): void {
    this.#entries.set(id, entry);
    // While a conflict is open nothing is overwritten, neither here nor there.
    if (!this.#trouble.conflicts.has(id)) this.#writer.write(id, entry);
  }

  #onWritten(id: string, outcome: SaveOutcome): void {
    this.#trouble.note(id, outcome);
    if (outcome.state === 'refused') this.#takeBack(id, outcome.stored);
    this.#emit();
  }

  /** What was refused is a draft: only what is stored counts as saved. */
  #takeBack(id: string, stored: StoredCase): void {
    this.#writer.see(id, stored);
    this.#entries.set(id, { ...stored.entry, draft: this.entryOf(id).draft });
    this.#undo.forget(id);
    this.#notice = 'Not saved: the reason is above the case.';
  }

  /** Every change here is written at once, so that what another tab shows is newer than what is shown here. */
  #onChangedElsewhere(id: string, stored: StoredCase): void {
    if (!this.#entries.has(id) || this.#writer.isWriting(id)) return;
    if (this.#trouble.conflicts.has(id)) this.#trouble.conflicts.set(id, stored);
    else this.#adopt(id, stored);
    this.#emit();
  }

  #adopt(id: string, stored: StoredCase): void {
    this.#writer.see(id, stored);
    this.#entries.set(id, stored.entry);
    this.#undo.forget(id);
  }

  #emit(): void {
    for (const listener of this.#listeners) listener();
  }
}
