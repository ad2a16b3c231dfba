import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Issue, UserError } from '#core';
import {
  errorCode,
  insideRoot,
  lockFile,
  makeFolder,
  readFailure,
  writeFailure,
  writeFileAtomic,
} from '#platform';
import type { AnswerRecord, AnswerStore } from '../answer-record.ts';
import { leadsOut } from './leads-out.ts';
import { formatRecord, parseRecord } from './record-text.ts';
import { StoreIssues } from './store-issues.ts';

/** A store in one file, written when it is saved. */
export type RecordedStore = AnswerStore & { save(): Promise<void> };

/**
 * Answers and errors in one JSONL file, sorted by key: equal answers give equal bytes. Entries that were edited, and
 * entries of one key that differ, are ignored.
 */
export function openRecordedStore(file: string): RecordedStore {
  return new FileStore(file);
}

/** Records by key; null for a key whose records differ. */
type Records = Map<string, AnswerRecord | null>;

class FileStore implements RecordedStore {
  readonly #file: string;
  readonly #log = new StoreIssues();
  readonly #added: Records = new Map();
  #read: Records | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  get rejected(): number {
    return this.#log.rejected;
  }

  get issues(): readonly Issue[] {
    return this.#log.list;
  }

  async get(key: string): Promise<AnswerRecord | null> {
    this.#read ??= readRecords(this.#file, this.#log);
    return this.#added.get(key) ?? this.#read.get(key) ?? null;
  }

  async put(record: AnswerRecord): Promise<void> {
    this.#added.set(record.key, record);
  }

  /** Adds what is new to the file. Throws a UserError where it cannot be written. */
  async save(): Promise<void> {
    if (this.#added.size === 0) return;
    // A link may have come with a checkout, and would be written through.
    if (!insideRoot(this.#file, dirname(this.#file))) throw new UserError([leadsOut(this.#file)]);
    const unlock = await this.#lock();
    try {
      // Read again: another process may have saved since. What is damaged is counted once.
      const log = this.#read === null ? this.#log : new StoreIssues();
      const records = new Map([...readRecords(this.#file, log), ...this.#added]);
      const sorted = [...records].sort(([a], [b]) => (a < b ? -1 : 1));
      const lines = sorted.flatMap(([, record]) =>
        record === null ? [] : `${formatRecord(record)}\n`,
      );
      const outcome = await writeFileAtomic(this.#file, lines);
      if (!outcome.ok) throw new UserError([outcome.issue]);
      this.#read = records;
      this.#added.clear();
    } finally {
      unlock();
    }
  }

  async #lock(): Promise<() => void> {
    try {
      makeFolder(dirname(this.#file));
      return await lockFile(`${this.#file}.lock`);
    } catch (error) {
      throw new UserError([writeFailure(error, this.#file)]);
    }
  }
}

function readRecords(file: string, log: StoreIssues): Records {
  const records: Records = new Map();
  const texts = readText(file).split('\n');
  texts.forEach((text, index) => {
    if (text.trim() === '') return;
    const record = parseRecord(text);
    if (record === null) {
      log.reject(file, index + 1);
      return;
    }
    const other = records.get(record.key);
    const isSame =
      other === undefined || (other !== null && formatRecord(other) === formatRecord(record));
    if (!isSame) log.reject(file, index + 1);
    records.set(record.key, isSame ? record : null);
  });
  return records;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw new UserError([readFailure(error, file)]);
  }
}
