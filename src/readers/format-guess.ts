import type { Json, Place } from '#core';
import { unrecognisedFormat } from './formats/native/index.ts';
import type { TraceFormat } from './trace-format.ts';

/** How many records may pass before their format is decided. */
const MAX_UNDECIDED_RECORDS = 64;

/** Keeps the first records of an input until a record shows its format. */
export class FormatGuess {
  /** Ours, until a record shows another: its messages then say what a trace looks like. */
  format: TraceFormat = unrecognisedFormat;
  readonly #formats: readonly TraceFormat[];
  #waiting: { readonly value: Json; readonly where: Place }[] = [];

  constructor(formats: readonly TraceFormat[]) {
    this.#formats = formats;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Whether the format is settled now. */
  add(value: Json, where: Place): boolean {
    this.#waiting.push({ value, where });
    const format = detectFormat(value, this.#formats);
    if (format !== null) this.format = format;
    else if (this.format === unrecognisedFormat)
      this.format = findLikely(value, this.#formats) ?? unrecognisedFormat;
    return format !== null || this.#waiting.length >= MAX_UNDECIDED_RECORDS;
  }

  take(): readonly { readonly value: Json; readonly where: Place }[] {
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
