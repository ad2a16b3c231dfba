import { LineCounter } from './line-counter.ts';

/** The lines of files by their offsets: those of ranges are known when they were read. */
export class LineIndex {
  readonly #ranges = new Map<string, [start: number, lines: number][]>();
  /** What was asked for, by file and offset. */
  readonly #known = new Map<string, Map<number, number>>();

  /** A range of a file has so many lines. */
  add(path: string, start: number, lines: number): void {
    const ranges = this.#ranges.get(path);
    if (ranges === undefined) this.#ranges.set(path, [[start, lines]]);
    else ranges.push([start, lines]);
  }

  /** How many lines of a file end before an offset. */
  before(path: string, offset: number): number {
    let known = this.#known.get(path);
    if (known === undefined) this.#known.set(path, (known = new Map()));
    let lines = known.get(offset);
    if (lines === undefined) known.set(offset, (lines = this.#count(path, offset)));
    return lines;
  }

  #count(path: string, offset: number): number {
    const ranges = (this.#ranges.get(path) ?? []).sort(([a], [b]) => a - b);
    let from = 0;
    let lines = 0;
    for (const [at, [start]] of ranges.entries()) {
      if (start > offset) break;
      lines += ranges[at - 1]?.[1] ?? 0;
      from = start;
    }
    return lines + new LineCounter(path, from).before(offset);
  }
}
