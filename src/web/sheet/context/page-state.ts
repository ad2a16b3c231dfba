import {
  type Reading,
  type ReadingControl,
  toggled,
  USUAL_READING,
} from '../../components/reading/reading.ts';
import type { CaseProgress } from '../session/case-entry.ts';
import type { ExportedFile } from '../session/export-file.ts';

/** A dialog that is open over the page. */
export type OpenDialog =
  | { readonly kind: 'cases'; readonly only: CaseProgress | null }
  | { readonly kind: 'keys' }
  | { readonly kind: 'export'; readonly file: ExportedFile };

/** What is shown of the page beside the case: nothing of it is kept. */
export class PageState {
  readonly #listeners = new Set<() => void>();
  #search = { id: '', text: '' };
  #isDetailed = false;
  #isGuideOpen = false;
  #reading = USUAL_READING;
  #dialog: OpenDialog | null = null;

  /** The search among the tools of a case; another case begins without one. */
  searchOf(id: string): string {
    return this.#search.id === id ? this.#search.text : '';
  }

  get isDetailed(): boolean {
    return this.#isDetailed;
  }

  get isGuideOpen(): boolean {
    return this.#isGuideOpen;
  }

  /** How conversations are shown; it stays from case to case. */
  get reading(): ReadingControl {
    const reading = this.#reading;
    return {
      reading,
      setFold: (fold) => this.#read({ fold }),
      toggleFold: () => this.#read({ fold: reading.fold === 'open' ? 'closed' : 'open' }),
      toggleRaw: () => this.#read({ isRaw: !reading.isRaw }),
      toggleRole: (role) => this.#read({ closedRoles: toggled(reading.closedRoles, role) }),
    };
  }

  get dialog(): OpenDialog | null {
    return this.#dialog;
  }

  search(id: string, text: string): void {
    this.#search = { id, text };
    this.#emit();
  }

  toggleDetails(): void {
    this.#isDetailed = !this.#isDetailed;
    this.#emit();
  }

  toggleGuide(): void {
    this.#isGuideOpen = !this.#isGuideOpen;
    this.#emit();
  }

  open(dialog: OpenDialog): void {
    this.#dialog = dialog;
    this.#emit();
  }

  closeDialog(): void {
    this.#dialog = null;
    this.#emit();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #read(change: Partial<Reading>): void {
    this.#reading = { ...this.#reading, ...change };
    this.#emit();
  }

  #emit(): void {
    for (const listener of this.#listeners) listener();
  }
}
