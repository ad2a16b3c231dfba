import { type CaseReport, isAddressable, searchTextOf } from '#core';
import { hashId } from './hash-id.ts';
import { NumberColumn } from './number-column.ts';
import { type CaseForm, CaseForms } from './case-forms.ts';
import { SeenIds } from './seen-ids.ts';
import { TextColumn } from './text-column.ts';

/** What is known of the cases of an eval without reading them: a number of each for each case. */
export interface CaseColumns {
  /** Places in the list of forms. */
  readonly form: Uint32Array;
  /** Where each begins in the file of the report. */
  readonly start: Uint32Array;
  readonly idHash: Uint32Array;
  /** Where the text that a search looks at ends. */
  readonly textEnd: Uint32Array;
  /** 1 where its id names it in an address. */
  readonly isNamed: Uint8Array;
}

export const COLUMN_NAMES = ['form', 'start', 'idHash', 'textEnd', 'isNamed'] as const;

/** The most failing cases of an eval that reasons in words are chosen from, beside those that cells of the matrix name. */
export const MAX_LISTED = 500;
const MAX_OF_CELL = 20;
const NEW_LINE = Uint8Array.of(0x0a);

/** Collects the columns of an eval, case by case. */
export class ColumnWriter {
  readonly forms = new CaseForms();
  readonly #form = new NumberColumn();
  readonly #start = new NumberColumn();
  readonly #idHash = new NumberColumn();
  readonly #textEnd = new NumberColumn();
  readonly #isNamed = new NumberColumn();
  readonly #seen = new SeenIds();
  readonly searchText = new TextColumn();
  /** Failing cases that reasons in words are likely to name, by place. */
  readonly listed = new Map<number, CaseReport>();
  readonly #confused = new Map<string, number>();
  /** Where the last case ends in the file. */
  end = 0;

  get count(): number {
    return this.#form.length;
  }

  /** Adds a case; returns the place of its form. */
  add(each: CaseReport, start: number, end: number): number {
    if (each.verdict === 'fail' && this.#isListed(each)) this.listed.set(this.count, each);
    const form = this.forms.add(each);
    this.searchText.push(searchTextOf(each));
    this.addKnown(form, each.id, start, end);
    return form;
  }

  /** Adds a case of a known form whose text was written, where `isListable` is false for it. */
  addKnown(form: number, id: string, start: number, end: number): void {
    const hash = hashId(id);
    this.searchText.pushBytes(NEW_LINE);
    this.#form.push(form);
    this.#start.push(start);
    this.#idHash.push(hash);
    this.#textEnd.push(this.searchText.length);
    this.#isNamed.push(this.#seen.add(id, hash) && isAddressable(id) ? 1 : 0);
    this.end = end;
  }

  /** Whether reasons in words may name another case of a form. Once they do not, they never do. */
  isListable(form: number): boolean {
    const { verdict, confused = [] } = this.forms.forms[form] as CaseForm;
    if (verdict !== 'fail') return false;
    if (this.listed.size < MAX_LISTED) return true;
    return confused.some((pair) => (this.#confused.get(JSON.stringify(pair)) ?? 0) < MAX_OF_CELL);
  }

  #isListed({ confused = [] }: CaseReport): boolean {
    let isFirst = this.listed.size < MAX_LISTED;
    for (const pair of confused) {
      const key = JSON.stringify(pair);
      const count = (this.#confused.get(key) ?? 0) + 1;
      this.#confused.set(key, count);
      if (count <= MAX_OF_CELL) isFirst = true;
    }
    return isFirst;
  }

  columns(): CaseColumns {
    return {
      form: this.#form.toArray(),
      start: this.#start.toArray(),
      idHash: this.#idHash.toArray(),
      textEnd: this.#textEnd.toArray(),
      isNamed: Uint8Array.from(this.#isNamed.toArray()),
    };
  }

  text(): Buffer {
    return this.searchText.toBuffer();
  }
}
