import type { Issue } from '#core';
import { judgeIssue } from '../codes.ts';

/** Counts ignored entries, and keeps one warning of each kind. */
export class StoreIssues {
  #rejected = 0;
  readonly #issues = new Map<string, Issue>();

  get rejected(): number {
    return this.#rejected;
  }

  get list(): readonly Issue[] {
    return [...this.#issues.values()];
  }

  /** An entry that is not as it was written. */
  reject(file: string, line?: number): void {
    this.#rejected += 1;
    this.#once(
      'rejected',
      judgeIssue('JUDGE_STORE', 'a kept answer is damaged or was edited, and is ignored', {
        where: line === undefined ? { file } : { file, line },
        hint: 'remove it, or judge again to replace it',
      }),
    );
  }

  /** An answer that could not be kept, which does not affect the run. */
  unwritable({ message, where }: Issue): void {
    this.#once(
      'unwritable',
      judgeIssue('JUDGE_STORE', `answers of judges are not kept: ${message}`, { where }),
    );
  }

  #once(kind: string, issue: Issue): void {
    if (!this.#issues.has(kind)) this.#issues.set(kind, issue);
  }
}
