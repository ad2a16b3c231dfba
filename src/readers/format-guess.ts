import { isJsonObject, type Json, type Place } from '#core';
import { isNearlyNative, unrecognisedFormat } from './formats/native/index.ts';
import type { ReadFailure } from './records/read-codes.ts';
import type { TraceFormat } from './trace-format.ts';
import { type Lookalike, lookalikeOf } from './unknown-format/lookalikes.ts';
import { isForeignLine, lookalikeOfText, opensDocument } from './unknown-format/text-lookalikes.ts';

/** How many records may pass before their format is decided. */
const MAX_UNDECIDED_RECORDS = 64;

/** A record that waits for the format of its input, or a line that is not one. */
export type Undecided =
  | {
      readonly kind: 'value';
      readonly value: Json;
      readonly where: Place;
      readonly bytes: number | undefined;
    }
  | { readonly kind: 'line'; readonly line: string; readonly issue: ReadFailure };

/** Keeps the first records of an input until a record shows its format. */
export class FormatGuess {
  /** Ours, until a record shows another: its messages then say what a trace looks like. */
  format: TraceFormat = unrecognisedFormat;
  readonly #formats: readonly TraceFormat[];
  #waiting: Undecided[] = [];

  constructor(formats: readonly TraceFormat[]) {
    this.#formats = formats;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Whether the format is settled now. */
  add(value: Json, where: Place, bytes?: number): boolean {
    this.#waiting.push({ kind: 'value', value, where, bytes });
    const format = detectFormat(value, this.#formats);
    if (format !== null) this.format = format;
    else if (this.format === unrecognisedFormat)
      this.format = findLikely(value, this.#formats) ?? unrecognisedFormat;
    return format !== null || this.#isFull;
  }

  /** Whether a line that is not JSON says something of the format: damaged records have their own message. */
  takesLine(line: string): boolean {
    return isForeignLine(line) || this.#isDocument;
  }

  /** A document was taken for a file of lines. */
  get #isDocument(): boolean {
    const [first] = this.#waiting;
    return first?.kind === 'line' && opensDocument(first.line);
  }

  /** Adds a line that is not JSON; whether no more records are waited for. */
  addLine(line: string, issue: ReadFailure): boolean {
    this.#waiting.push({ kind: 'line', line, issue });
    return this.#isFull;
  }

  get #isFull(): boolean {
    return this.#waiting.length >= MAX_UNDECIDED_RECORDS;
  }

  /** What the input looks like; null where its format is known, or it is meant to be native. */
  get lookalike(): Lookalike | null {
    if (this.format !== unrecognisedFormat) return null;
    const values = this.#waiting.flatMap((each) => (each.kind === 'value' ? [each.value] : []));
    if (!this.#isDocument && values.some(isNearlyNative)) return null;
    // A log may have lines of JSON among others: the first object says most.
    const value = this.#isDocument ? undefined : (values.find(isJsonObject) ?? values[0]);
    if (value !== undefined) return lookalikeOf(value);
    return lookalikeOfText(
      this.#waiting.flatMap((each) => (each.kind === 'line' ? [each.line] : [])),
    );
  }

  take(): readonly Undecided[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}

/** The first format that recognises a record; null when no format does. */
export function detectFormat(record: Json, formats: readonly TraceFormat[]): TraceFormat | null {
  return formats.find((format) => !['none', 'perhaps'].includes(format.sniff(record))) ?? null;
}

/** The first format that a record may belong to, for when no other record decides. */
function findLikely(record: Json, formats: readonly TraceFormat[]): TraceFormat | null {
  return formats.find((format) => format.sniff(record) === 'perhaps') ?? null;
}
