import type { Json, Place } from '#core';
import { limitHeapGrowth } from '#platform';
import type { Assembler, PartitionSink, TraceFormat, TraceOutput } from '../trace-format.ts';
import { FinishedRuns } from './finished-runs.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { SpilledParts } from './spilled-parts.ts';

/** A format whose records can be split by run. */
export type PartitionedFormat = TraceFormat & Required<Pick<TraceFormat, 'partition'>>;

/** After so many splits a list is a single run, or keys with equal hashes. */
const MAX_LEVEL = 4;

/**
 * The assembler of a format whose runs lie scattered. Runs that do not fit in memory wait in temporary files and are
 * assembled in parts. The output is the same as without them.
 */
export class SpillingAssembler implements Assembler {
  readonly #partition: NonNullable<TraceFormat['partition']>;
  readonly #output: TraceOutput;
  readonly #budget: MemoryBudget;
  readonly #assembler: Assembler;
  readonly #sink: PartitionSink;
  /** The files in the order of their first records. */
  readonly #files = new Map<string | undefined, number>();
  #spilled: SpilledParts | null = null;
  #finished: FinishedRuns | null = null;

  constructor(format: PartitionedFormat, output: TraceOutput, budget: MemoryBudget) {
    this.#partition = (...args) => format.partition(...args);
    this.#output = output;
    this.#budget = budget;
    this.#assembler = format.open({
      trace: (trace, where, files, order) => {
        if (this.#finished === null || order === undefined) output.trace(trace, where, files);
        else this.#finished.add({ trace, where, order });
      },
      error: (issue) => output.error(issue),
      warn: (issue) => output.warn(issue),
    });
    this.#sink = {
      part: (key, record, where) => this.#spilled?.add(key, record, where),
      rest: (record, where) => this.#assembler.add(record, where),
      error: (issue) => output.error(issue),
    };
  }

  add(record: Json, where: Place, bytes?: number): void {
    if (!this.#files.has(where.file)) this.#files.set(where.file, this.#files.size);
    const fits = this.#budget.takes(record, bytes);
    if (fits && this.#spilled === null) {
      this.#assembler.add(record, where);
      return;
    }
    this.#spilled ??= this.#startSpilling();
    this.#partition(record, where, this.#sink);
  }

  #startSpilling(): SpilledParts {
    limitHeapGrowth();
    return new SpilledParts(this.#budget.limits.parts, 0);
  }

  *end(): Generator<void> {
    if (this.#spilled !== null) yield* this.#endSpilled(this.#spilled);
    yield* this.#assembler.end() ?? [];
  }

  /** Removes the temporary files. */
  close(): void {
    this.#spilled?.close();
    this.#finished?.close();
  }

  *#endSpilled(spilled: SpilledParts): Generator<void> {
    const finished = new FinishedRuns((file) => this.#files.get(file) ?? 0);
    this.#finished = finished;
    this.#assemble(this.#assembler, spilled, 0);
    spilled.close();
    for (const { trace, where } of finished.merge()) {
      this.#output.trace(trace, where);
      yield;
    }
    this.close();
    this.#finished = null;
  }

  #assemble(whole: Assembler, spilled: SpilledParts, level: number): void {
    const { partBytes, parts } = this.#budget.limits;
    const assemblers = whole.divide?.(spilled.size, (key) => spilled.indexOf(key)).reverse() ?? [];
    for (let index = 0; index < spilled.size; index++) {
      // Each assembler is released when its runs are finished.
      const assembler = assemblers.pop()!;
      const bytes = spilled.bytesOf(index);
      if (bytes > partBytes && level < MAX_LEVEL) {
        const finer = spilled.split(index, Math.min(parts, 2 * Math.ceil(bytes / partBytes)));
        try {
          this.#assemble(assembler, finer, level + 1);
        } finally {
          finer.close();
        }
        continue;
      }
      for (const { record, where } of spilled.read(index)) assembler.add(record, where);
      this.#finished?.startList();
      for (const _ of assembler.end() ?? []);
      this.#finished?.endList();
    }
  }
}
