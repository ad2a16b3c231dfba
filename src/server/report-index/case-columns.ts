import { type CaseReport, isAddressable, searchTextOf } from '#core';
import { hashId } from './hash-id.ts';
import { NumberColumn } from './number-column.ts';
import { CaseForms } from './case-forms.ts';
import { SeenIds } from './seen-ids.ts';

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

/** Collects the columns of an eval, case by case. */
export class ColumnWriter {
  readonly forms = new CaseForms();
  readonly #form = new NumberColumn();
  readonly #start = new NumberColumn();
  readonly #idHash = new NumberColumn();
  readonly #textEnd = new NumberColumn();
  readonly #isNamed = new NumberColumn();
  readonly #seen = new SeenIds();
  readonly #texts: Buffer[] = [];
  #textBytes = 0;
  /** Failing cases that reasons in words are likely to name, by place. */
  readonly listed = new Map<number, CaseReport>();
  readonly #confused = new Map<string, number>();
  /** Where the last case ends in the file. */
  end = 0;

  get count(): number {
    return this.#form.length;
  }

  add(cases: readonly CaseReport[], starts: readonly number[], end: number): void {
    let texts = '';
    for (const [at, each] of cases.entries()) {
      const { id } = each;
      const hash = hashId(id);
      if (each.verdict === 'fail' && this.#isListed(each)) this.listed.set(this.count, each);
      const text = `${searchTextOf(each)}\n`;
      texts += text;
      this.#textBytes += Buffer.byteLength(text);
      this.#form.push(this.forms.add(each));
      this.#start.push(starts[at] ?? 0);
      this.#idHash.push(hash);
      this.#textEnd.push(this.#textBytes);
      this.#isNamed.push(this.#seen.add(id, hash) && isAddressable(id) ? 1 : 0);
    }
    this.#texts.push(Buffer.from(texts));
    this.end = end;
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
    return Buffer.concat(this.#texts, this.#textBytes);
  }
}
