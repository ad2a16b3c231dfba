import { closeSync, openSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CaseList, CaseReport, Verdict } from '#core';
import type { CaseForm } from './case-forms.ts';
import { hashId } from './hash-id.ts';
import { readCases } from './read-case.ts';
import type { IndexedEval, IndexedSection } from './report-index.ts';
import { RowSearch } from './row-search.ts';

interface Places {
  /** The file of the report. */
  readonly path: string;
  /** Called where the index is not right; throws. */
  readonly reject: () => never;
}

/** Quoted cases that stay in memory: filters by tool look at all of them. */
const MAX_QUOTED = 5000;
/** As many are read before other requests have their turn. */
const QUOTED_AT_ONCE = 50;

/** The cases of an eval by their index. Cases are read from the report one by one. */
export class IndexedCases implements CaseList {
  readonly #places: Places;
  readonly #section: IndexedSection;
  readonly #end: number;
  readonly #quoted = new Map<number, CaseReport>();
  #search: RowSearch | null = null;
  #isPrepared = false;
  #file: number | null = null;
  readonly forms: readonly CaseForm[];
  readonly count: number;

  constructor(places: Places, section: IndexedSection, { forms, end }: IndexedEval) {
    this.#places = places;
    this.#section = section;
    this.#end = end;
    this.forms = forms;
    this.count = section.columns.form.length;
  }

  get columns(): IndexedSection['columns'] {
    return this.#section.columns;
  }

  readonly formAt = (place: number): CaseForm =>
    this.forms[this.columns.form[place] ?? -1] ?? this.#places.reject();

  readonly verdictAt = (place: number): Verdict => this.formAt(place).verdict;

  readonly at = (place: number): CaseReport => {
    const known = this.#quoted.get(place);
    if (known !== undefined) return known;
    const form = this.formAt(place);
    const [read] = this.#read(place);
    if (read?.verdict !== form.verdict) return this.#places.reject();
    if (form.isQuoted && this.#quoted.size < MAX_QUOTED) this.#quoted.set(place, read);
    return read;
  };

  readonly idAt = (place: number): string => this.at(place).id;

  readonly quoteAt: CaseList['quoteAt'] = (place) => {
    const { evidence } = this.at(place);
    return [evidence?.where ?? '', evidence ?? null];
  };

  readonly find = (id: string): number => {
    const { idHash } = this.columns;
    const hash = hashId(id);
    for (let at = idHash.indexOf(hash); at >= 0; at = idHash.indexOf(hash, at + 1))
      if (this.idAt(at) === id) return at;
    return -1;
  };

  readonly isNamed = (place: number): boolean => this.columns.isNamed[place] === 1;

  /** A mark for each case: the number of terms where its text contains all of them, otherwise less. */
  search(terms: readonly Uint8Array[]): Uint8Array {
    this.#search ??= this.#openSearch();
    return this.#search.search(terms);
  }

  /** Reads what filters look at before one is asked for. Whatever fails is reported by the filter itself. */
  async prepareFilters(): Promise<void> {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    await this.#prepareQuoted().catch(() => {});
    await this.#prepareSearch();
  }

  async #prepareSearch(): Promise<void> {
    if (this.#search !== null) return;
    const search = new RowSearch(this.columns.textEnd);
    const isWhole = await this.#section.fillText(search.text).catch(() => false);
    if (isWhole) this.#search ??= search;
  }

  /** Filters by cell and tool look at all quoted cases. */
  async #prepareQuoted(): Promise<void> {
    const { form } = this.columns;
    const isQuoted = Uint8Array.from(this.forms, (each) => (each.isQuoted ? 1 : 0));
    let read = 0;
    for (let place = 0; place < form.length && read < MAX_QUOTED; place += 1) {
      if (isQuoted[form[place] as number] !== 1) continue;
      this.at(place);
      read += 1;
      if (read % QUOTED_AT_ONCE === 0) await nextTurn();
    }
  }

  #openSearch(): RowSearch {
    const search = new RowSearch(this.columns.textEnd);
    const text = this.#section.loadText();
    if (text?.length !== search.text.length) this.#places.reject();
    search.text.set(text);
    return search;
  }

  #read(place: number): readonly CaseReport[] {
    const cases = readCases(this.#openFile(), this.columns, this.#end, place, place + 1);
    return cases ?? this.#places.reject();
  }

  /** The file stays open for all cases of a request: a filter may read thousands. */
  #openFile(): number {
    if (this.#file !== null) return this.#file;
    const file = openSync(this.#places.path, 'r');
    this.#file = file;
    setImmediate(() => {
      this.#file = null;
      closeSync(file);
    });
    return file;
  }
}
