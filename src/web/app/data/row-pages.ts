import { getJson } from './api.ts';
import { keptAnswer } from './use-kept.ts';

/** A page of a list, as the API answers it. */
interface Page<Row> {
  readonly total: number;
  readonly items: readonly Row[];
}

const PAGE = 100;

/** The path of a page of a list, counted from 0. */
export function pagePath(list: string, page: number): string {
  return `${list}${list.includes('?') ? '&' : '?'}cursor=${page * PAGE}&limit=${PAGE}`;
}

/** A list that is read in pages, each when one of its rows is asked for. */
export class RowPages<Row, Answer extends Page<Row>> {
  /** The first page, which says how long the list is; null while it is read. */
  first: Answer | null = null;
  readonly #path: string;
  readonly #stop = new AbortController();
  readonly #pages = new Map<number, readonly Row[] | null>();
  readonly #onChange: (error: Error | null) => void;

  constructor(path: string, onChange: (error: Error | null) => void) {
    this.#path = path;
    this.#onChange = onChange;
    this.#read(0);
  }

  /** The row, or null where it is still read or there is none. */
  at(row: number): Row | null {
    if (row < 0 || this.first === null || row >= this.first.total) return null;
    const page = Math.floor(row / PAGE);
    if (!this.#pages.has(page)) this.#read(page);
    return this.#pages.get(page)?.[row % PAGE] ?? null;
  }

  /** The first row that fits, among those that have been read; -1 where none does. */
  find(fits: (row: Row) => boolean): number {
    for (const [page, rows] of this.#pages) {
      const index = rows?.findIndex(fits) ?? -1;
      if (index >= 0) return page * PAGE + index;
    }
    return -1;
  }

  /** Ends what is still read. */
  close(): void {
    this.#stop.abort();
  }

  #read(page: number): void {
    this.#pages.set(page, null);
    const path = pagePath(this.#path, page);
    const loading = keptAnswer<Answer>(path) ?? getJson<Answer>(path, this.#stop.signal);
    loading.then(
      (answer) => {
        this.#pages.set(page, answer.items);
        this.first ??= answer;
        this.#onChange(null);
      },
      (error: Error) => {
        if (!this.#stop.signal.aborted) this.#onChange(error);
      },
    );
  }
}
