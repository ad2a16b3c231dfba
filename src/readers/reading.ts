import { type Issue, type Json, type Place } from '#core';
import type { ReadFailure } from './records/read-codes.ts';
import { detectFormat, FormatGuess } from './format-guess.ts';
import type { Input, TraceRecord } from './reader.ts';
import type { InputRecord } from './read-input.ts';
import { LossAwareAssembler } from './loss-aware-assembler.ts';
import { loadFormats } from './load-formats.ts';
import { nativeFormat } from './formats/native/index.ts';
import type { OpenAssembler, TraceFormat, TraceOutput } from './trace-format.ts';
import type { Lookalike } from './unknown-format/lookalikes.ts';
import { unknownFormat } from './unknown-format/unknown-format.ts';

export interface ReadOptions {
  /** The format that the user chose; by default the format of each input is detected. */
  readonly format: TraceFormat | null;
  /** Called once per input, as soon as its format is decided. */
  readonly onFormat?: (input: Input, format: TraceFormat) => void;
}

/** How many runs that waited for the end are returned at a time. */
const BATCH_SIZE = 64;

/** Passes records to the assembler of their format, and collects its output. */
export class Reading {
  readonly #options: ReadOptions;
  readonly #joined = new Map<TraceFormat, LossAwareAssembler>();
  readonly #output: TraceOutput;
  readonly #open: OpenAssembler;
  #records: TraceRecord[] = [];
  #input: Input | null = null;
  #assembler: LossAwareAssembler | null = null;
  /** Whether a record of this input could not be read before the format was decided. */
  #hasLoss = false;
  /** Whether the input was reported as being in an unknown format; since then its records are skipped. */
  #isUnknown = false;
  #skipped = 0;
  /**
   * The inputs with an unreadable record whose format was never decided. The record may belong to any run that joins
   * files.
   */
  readonly #unknown = new Set<string>();
  /** All formats, once a record is not a native trace. Until then no other format is loaded. */
  #formats: readonly TraceFormat[];
  #guess: FormatGuess;

  constructor(
    options: ReadOptions,
    open: OpenAssembler,
    formats: readonly TraceFormat[] = [nativeFormat],
  ) {
    this.#options = options;
    this.#open = open;
    this.#formats = formats;
    this.#guess = new FormatGuess(formats);
    this.#output = {
      trace: (trace, where) => this.#records.push({ kind: 'trace', trace, where }),
      error: (issue) => this.#records.push({ kind: 'error', issue }),
      warn: (issue) => this.#records.push({ kind: 'warning', issue }),
    };
  }

  start(input: Input): void {
    this.#input = input;
    this.#assembler = null;
    this.#hasLoss = false;
    this.#isUnknown = false;
    this.#guess = new FormatGuess(this.#formats);
    const format = this.#options.format ?? input.format ?? null;
    if (format !== null) this.#settle(format);
  }

  /** Loads the other formats where these records are not native traces. */
  async prepare(batch: readonly InputRecord[]): Promise<void> {
    if (this.#formats.length > 1) return;
    const isForeign = (record: InputRecord): boolean =>
      record.kind === 'value'
        ? nativeFormat.sniff(record.value) === 'none'
        : record.kind === 'error' && record.line !== undefined;
    const startsInput = batch.some(({ kind }) => kind === 'input');
    if ((this.#assembler !== null && !startsInput) || !batch.some(isForeign)) return;
    this.#formats = await loadFormats();
    if (this.#assembler === null && this.#guess.size === 0)
      this.#guess = new FormatGuess(this.#formats);
  }

  /** `bytes` is the length of its text, where it was read from text. */
  add(value: Json, where: Place, bytes?: number): void {
    if (this.#assembler !== null) this.#assembler.add(value, where, bytes);
    else if (this.#isUnknown) this.#addLate(value, where, bytes);
    else if (this.#guess.add(value, where, bytes)) this.#release();
  }

  /** A record behind many in an unknown format: it counts where it shows a format at last. */
  #addLate(value: Json, where: Place, bytes: number | undefined): void {
    const format = detectFormat(value, this.#formats);
    if (format === null) this.#skipped += 1;
    else this.#settle(format).add(value, where, bytes);
  }

  /** `line` is the start of what could not be read, where it is text. */
  fail(issue: ReadFailure, line?: string): void {
    if (line === undefined || this.#assembler !== null || !this.#guess.takesLine(line))
      this.#fail(issue);
    else if (this.#isUnknown) this.#skipped += 1;
    else if (this.#guess.addLine(line, issue)) this.#release();
  }

  /** How many records were skipped since the last call. */
  takeSkipped(): number {
    const skipped = this.#skipped;
    this.#skipped = 0;
    return skipped;
  }

  #fail(issue: ReadFailure): void {
    this.#records.push({ kind: 'error', issue });
    // An empty file lacks nothing.
    if (issue.code === 'NO_RECORDS') return;
    if (this.#assembler === null) this.#hasLoss = true;
    else this.#assembler.lose(this.#input?.displayName ?? '');
  }

  warn(issue: Issue): void {
    this.#records.push({ kind: 'warning', issue });
  }

  /** The end of an input: records that waited for a format go to the likeliest. */
  *finish(): Generator<readonly TraceRecord[]> {
    if (this.#assembler === null && this.#guess.size > 0) this.#release();
    const { format } = this.#guess;
    const assembler = this.#joined.get(format) === this.#assembler ? null : this.#assembler;
    if (this.#assembler === null && this.#hasLoss)
      this.#unknown.add(this.#input?.displayName ?? '');
    this.#assembler = null;
    yield* this.#drain(assembler === null ? [] : [assembler]);
  }

  end(): Generator<readonly TraceRecord[]> {
    for (const assembler of this.#joined.values())
      for (const file of this.#unknown) assembler.lose(file);
    return this.#drain(this.#joined.values());
  }

  /** Runs that waited come in batches, so that they need not all be there at once. */
  *#drain(assemblers: Iterable<LossAwareAssembler>): Generator<readonly TraceRecord[]> {
    for (const assembler of assemblers) {
      for (const _ of assembler.end()) if (this.#records.length >= BATCH_SIZE) yield this.take();
    }
    if (this.#records.length > 0) yield this.take();
  }

  /** Removes the temporary files. */
  close(): void {
    for (const assembler of this.#joined.values()) assembler.close();
  }

  take(): readonly TraceRecord[] {
    const records = this.#records;
    if (records.length > 0) this.#records = [];
    return records;
  }

  #release(): void {
    const { lookalike } = this.#guess;
    if (lookalike !== null) {
      this.#reject(lookalike);
      return;
    }
    const assembler = this.#settle(this.#guess.format);
    for (const each of this.#guess.take()) {
      if (each.kind === 'value') assembler.add(each.value, each.where, each.bytes);
      else this.#fail(each.issue);
    }
  }

  /** Nothing so far is in a known format: said once, in place of all records. */
  #reject(lookalike: Lookalike): void {
    const file = this.#input?.displayName ?? '';
    this.#records.push({ kind: 'error', issue: unknownFormat(file, lookalike, this.#formats) });
    // A line that is not JSON may be a part of a run that joins files.
    this.#hasLoss ||= this.#guess.take().some(({ kind }) => kind === 'line');
    this.#isUnknown = true;
  }

  /** Native traces are the rule: they do not say what they are. */
  #outputOf({ id }: TraceFormat): TraceOutput {
    if (id === nativeFormat.id) return this.#output;
    return {
      ...this.#output,
      trace: (trace, where) => this.#records.push({ kind: 'trace', trace, where, format: id }),
    };
  }

  #settle(format: TraceFormat): LossAwareAssembler {
    this.#guess.format = format;
    let assembler = format.joinsFiles ? this.#joined.get(format) : undefined;
    if (assembler === undefined) {
      assembler = new LossAwareAssembler(format, this.#outputOf(format), this.#open);
      if (format.joinsFiles) this.#joined.set(format, assembler);
    }
    this.#assembler = assembler;
    if (this.#hasLoss) assembler.lose(this.#input?.displayName ?? '');
    if (this.#input !== null) this.#options.onFormat?.(this.#input, format);
    return assembler;
  }
}
