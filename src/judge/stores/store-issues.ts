import type { Issue } from '#core';
import { judgeIssue } from '../codes.ts';

interface EntryPlace {
  readonly file: string;
  readonly line?: number;
}

/** Counts ignored entries, and makes one warning of each kind. */
export class StoreIssues {
  #rejected = 0;
  /** The first of the ignored entries, by its path: the order of reading does not matter. */
  #first: EntryPlace | null = null;
  #unwritable: Issue | null = null;

  get rejected(): number {
    return this.#rejected;
  }

  get list(): readonly Issue[] {
    const ignored = this.#first === null ? [] : [describeIgnored(this.#rejected, this.#first)];
    return this.#unwritable === null ? ignored : [...ignored, this.#unwritable];
  }

  /** An entry that is not as it was written. */
  reject(file: string, line?: number): void {
    this.#rejected += 1;
    if (this.#first === null || file < this.#first.file)
      this.#first = line === undefined ? { file } : { file, line };
  }

  /** An answer that could not be kept, which does not affect the run. */
  unwritable({ message, where }: Issue): void {
    this.#unwritable ??= judgeIssue('JUDGE_STORE', `answers of judges are not kept: ${message}`, {
      where,
    });
  }
}

function describeIgnored(count: number, where: EntryPlace): Issue {
  const message =
    count === 1
      ? 'a kept answer is damaged or was edited, and is ignored'
      : `${count} kept answers are damaged or were edited, and are ignored; this is the first`;
  const hint = `remove ${count === 1 ? 'it' : 'them'}, or judge again to replace ${count === 1 ? 'it' : 'them'}`;
  return judgeIssue('JUDGE_STORE', message, { where, hint });
}
