import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '#core';
import { errorCode, insideRoot, writeFileAtomic } from '#platform';
import type { AnswerRecord, AnswerStore, AskedQuestion } from '../answer-record.ts';
import { leadsOut } from './leads-out.ts';
import { formatRecord, matchRecord, parseRecord } from './record-text.ts';
import { StoreIssues } from './store-issues.ts';

/** Far beyond any question that is asked. */
const MAX_BYTES = 4 * 1024 * 1024;
const KEY = /^[\da-f]{64}$/;

/**
 * Answers as files, one each, which runs and machines can share: `ab/<key>.json`. An entry is checked on reading; one
 * that was edited or torn is ignored. A folder that cannot be written, and an entry that is a link out of it, are a
 * warning. Errors are not kept.
 */
export function openCacheStore(folder: string): AnswerStore {
  return new CacheStore(folder);
}

class CacheStore implements AnswerStore {
  readonly #folder: string;
  readonly #log = new StoreIssues();
  /** Entries to be written over. */
  readonly #rejected = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get rejected(): number {
    return this.#log.rejected;
  }

  get issues(): readonly Issue[] {
    return this.#log.list;
  }

  async get(key: string, asked?: AskedQuestion): Promise<AnswerRecord | null> {
    const path = this.#path(key);
    const text = path === null ? null : readEntry(path);
    if (path === null || text === null) return null;
    const record = text === '' ? null : (matchRecord(text, asked) ?? parseRecord(text));
    if (record !== null && record.key === key && record.answer.verdict !== null) return record;
    this.#rejected.add(key);
    this.#log.reject(path);
    return null;
  }

  async put(record: AnswerRecord): Promise<void> {
    const path = this.#path(record.key);
    if (path === null || record.answer.verdict === null) return;
    // Another process may have asked the same meanwhile: the first answer stays.
    if (!this.#rejected.has(record.key) && exists(path)) return;
    // A link may have come with a checkout, and would be written through.
    if (!insideRoot(path, this.#folder)) {
      this.#log.unwritable(leadsOut(path));
      return;
    }
    const outcome = await writeFileAtomic(path, [`${formatRecord(record)}\n`]);
    if (outcome.ok) this.#rejected.delete(record.key);
    else this.#log.unwritable(outcome.issue);
  }

  #path(key: string): string | null {
    return KEY.test(key) ? join(this.#folder, key.slice(0, 2), `${key}.json`) : null;
  }
}

/** The text of an entry, null where there is none, empty where it cannot be read. */
function readEntry(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    return errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR' ? null : '';
  }
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
