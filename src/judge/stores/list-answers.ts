import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerRecord } from '../answer-record.ts';
import { parseRecord } from './record-text.ts';

/** Far more than are looked at; a file beyond it is not read. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/** Where answers may be: files that were recorded, and the folder of a cache. */
export interface AnswerPlaces {
  readonly recorded: readonly string[];
  readonly cache: string | null;
}

/** Every answer that can be read at some places. Damaged entries are left out: nothing is measured by this list. */
export function listAnswers({ recorded, cache }: AnswerPlaces): readonly AnswerRecord[] {
  const texts = [
    ...recorded.flatMap((file) => readText(file).split('\n')),
    ...(cache === null ? [] : cacheFiles(cache).map(readText)),
  ];
  const records = new Map<string, AnswerRecord>();
  for (const text of texts) {
    const record = text.trim() === '' ? null : parseRecord(text);
    if (record !== null && !records.has(record.key)) records.set(record.key, record);
  }
  return [...records.values()];
}

function cacheFiles(folder: string): readonly string[] {
  const parts = names(folder).filter((name) => /^[\da-f]{2}$/.test(name));
  const files = parts.flatMap((part) =>
    names(join(folder, part)).map((name) => join(folder, part, name)),
  );
  return files.filter((file) => file.endsWith('.json')).slice(0, MAX_ENTRIES);
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function readText(file: string): string {
  try {
    return statSync(file).size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
