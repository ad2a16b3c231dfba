import type { Json, Place, Trace } from '#core';
import type { Assembler, OpenAssembler, TraceFormat, TraceOutput } from './trace-format.ts';

/**
 * The assembler of a format, which also receives the places of unreadable records. A run of several records that may
 * lack such a record is partial. A run of a single record is either read or an error.
 */
export class LossAwareAssembler implements Assembler {
  readonly #assembler: Assembler;
  /** The files with an unreadable record; empty where nothing is lost. */
  readonly #damaged = new Set<string>();
  /** How many runs were closed by a later record since the last loss. */
  #closed = 0;
  /** The place of the record that is added; null at the end. */
  #record: Place | null = null;

  constructor(format: TraceFormat, output: TraceOutput, open: OpenAssembler) {
    this.#assembler = open(format, {
      trace: (trace, where, files) =>
        output.trace(this.#lacksRecord(where, files) ? asPartial(trace) : trace, where),
      error: (issue, isWholeRun = false) => {
        if (this.#record !== null && !isWholeRun) this.lose(this.#record.file ?? '');
        output.error(issue);
      },
      warn: (issue) => output.warn(issue),
    });
  }

  add(record: Json, where: Place, bytes?: number): void {
    this.#record = where;
    this.#assembler.add(record, where, bytes);
  }

  /** A record of this file could not be read. It may belong to any run that is not closed yet, or be the start of the next. */
  lose(file: string): void {
    this.#damaged.add(file);
    this.#closed = 0;
  }

  end(): Iterable<void> {
    this.#record = null;
    return this.#assembler.end() ?? [];
  }

  close(): void {
    this.#assembler.close?.();
  }

  #lacksRecord(where: Place, files: ReadonlySet<string> | undefined): boolean {
    if (this.#damaged.size === 0) return false;
    if (files !== undefined) return [...files].some((file) => this.#damaged.has(file));
    if (this.#record === null) return true;
    if (isWithin(where, this.#record)) return false;
    this.#closed += 1;
    // The run that was open at the loss, and the next run: the lost record may be its first.
    return this.#closed <= 2;
  }
}

function isWithin(place: Place, record: Place): boolean {
  const { file, line, offset, pointer = '' } = record;
  if (place.file !== file || place.line !== line || place.offset !== offset) return false;
  return (
    place.pointer === pointer || (place.pointer ?? '').startsWith(`${pointer}/`) || pointer === ''
  );
}

function asPartial(trace: Trace): Trace {
  return trace.partial === true ? trace : { ...trace, partial: true };
}
