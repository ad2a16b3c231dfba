import type { Json, Place, Trace } from '#core';
import { Heap } from './heap.ts';
import { readKept, writeKept } from './kept-json.ts';
import { compareOrders, type RunOrder } from './run-order.ts';
import { SpilledLines } from './spilled-lines.ts';

/** A run that waits until all are read. */
export interface FinishedRun {
  readonly trace: Trace;
  readonly where: Place;
  readonly order: RunOrder;
}

/** Small, for as many as there are lists are in memory when they are merged. */
const CHUNK_LENGTH = 2 ** 14;

type Head = readonly [start: number | string | null, id: string, file: number, where: Place];

/** The next run of a list. */
interface Cursor {
  readonly lines: Iterator<string>;
  readonly order: RunOrder;
  readonly file: number;
  readonly where: Place;
  readonly text: string;
}

/** Keeps finished runs in sorted lists in a temporary file, and returns them in the order of all. */
export class FinishedRuns {
  readonly #lines = new SpilledLines(0, CHUNK_LENGTH);
  /** Runs whose text would not be read again: arguments that are nested as deeply as is allowed. */
  readonly #deep: Trace[] = [];
  readonly #fileIndex: (file: string | undefined) => number;
  #list = 0;

  /** `fileIndex` orders runs that have neither a start nor an id. */
  constructor(fileIndex: (file: string | undefined) => number) {
    this.#fileIndex = fileIndex;
  }

  /** Starts the next sorted list. */
  startList(): void {
    this.#list = this.#lines.addList();
  }

  endList(): void {
    this.#lines.flush(this.#list);
  }

  add({ trace, where, order }: FinishedRun): void {
    let text = writeKept(trace as unknown as Json);
    if (text.startsWith('~') && readKept(text) === undefined)
      text = `!${this.#deep.push(trace) - 1}`;
    const head: Head = [order.start, order.id, this.#fileIndex(where.file), where];
    this.#lines.add(this.#list, `${JSON.stringify(head)}\t${text}`);
  }

  *merge(): Generator<FinishedRun> {
    const heap = new Heap<Cursor>((a, b) => compareOrders(a.order, b.order) || a.file - b.file);
    const advance = (lines: Iterator<string>): void => {
      const next = lines.next();
      if (next.done !== true) heap.push(readCursor(lines, next.value));
    };
    for (let list = 0; list < this.#lines.size; list++) advance(this.#lines.read(list));
    for (let first = heap.pop(); first !== undefined; first = heap.pop()) {
      yield { trace: this.#traceOf(first.text), where: first.where, order: first.order };
      advance(first.lines);
    }
  }

  #traceOf(text: string): Trace {
    if (text.startsWith('!')) return this.#deep[Number(text.slice(1))]!;
    return readKept(text) as unknown as Trace;
  }

  close(): void {
    this.#lines.close();
  }
}

function readCursor(lines: Iterator<string>, line: string): Cursor {
  const tab = line.indexOf('\t');
  const [start, id, file, where] = JSON.parse(line.slice(0, tab)) as Head;
  // An unknown start is infinite, which JSON does not have.
  return { lines, order: { start: start ?? Infinity, id }, file, where, text: line.slice(tab + 1) };
}
