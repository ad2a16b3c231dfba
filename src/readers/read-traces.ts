import type { Input, TraceRecord } from './reader.ts';
import { readInput } from './read-input.ts';
import { type ReadOptions, Reading } from './reading.ts';
import { checkBadRecords } from './records/bad-records.ts';
import type { SpillLimits } from './spill/memory-budget.ts';
import { openSpilling } from './spill/open-spilling.ts';

/**
 * Reads the traces of inputs in order, in batches. A record that cannot be read is an error record in its place.
 * Formats that spread a run over files return it when all inputs are read. Throws a UserError where nearly no record of
 * an input is a trace. Beyond `limits`, scattered runs wait in temporary files.
 */
export async function* readTraces(
  inputs: readonly Input[],
  options: ReadOptions = { format: null },
  limits?: SpillLimits,
): AsyncGenerator<readonly TraceRecord[]> {
  const reading = new Reading(options, openSpilling(limits));
  try {
    yield* readAll(inputs, reading);
  } finally {
    reading.close();
  }
}

async function* readAll(
  inputs: readonly Input[],
  reading: Reading,
): AsyncGenerator<readonly TraceRecord[]> {
  for (const input of inputs) {
    reading.start(input);
    const counts = new RecordCounts(input.displayName);
    for await (const batch of readInput(input)) {
      await reading.prepare(batch);
      for (const record of batch) {
        if (record.kind === 'value') reading.add(record.value, record.where, record.bytes);
        else if (record.kind === 'error') reading.fail(record.issue, record.line);
        else if (record.kind === 'warning') reading.warn(record.issue);
        else {
          for (const records of reading.finish()) yield records;
          reading.start(record.input);
        }
      }
      const records = reading.take();
      if (records.length > 0) yield records;
      counts.add(records, reading.takeSkipped());
    }
    for (const records of reading.finish()) yield records;
  }
  for (const records of reading.end()) yield records;
}

/** Counts the records of an input: a small compressed file can contain a hundred million that are not traces. */
class RecordCounts {
  readonly #file: string;
  #bad = 0;
  #good = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** `skipped` records are in an unknown format. */
  add(records: readonly TraceRecord[], skipped: number): void {
    this.#bad += skipped;
    for (const { kind } of records) {
      if (kind === 'error') this.#bad++;
      else this.#good++;
    }
    checkBadRecords(this.#file, this.#bad, this.#good);
  }
}
