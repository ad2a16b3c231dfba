import { type Issue, UserError } from '#core';
import { datasetIssue } from '../codes.ts';

const NAMED = 5;

/** What an import could not take over. */
export class ImportLog {
  readonly #lost = new Map<string, number>();
  readonly #elsewhere = new Set<string>();
  readonly #faults: Issue[] = [];

  /** Kinds of things that rows of ours do not have, and how often each was left out, in order of first sight. */
  get lost(): ReadonlyMap<string, number> {
    return this.#lost;
  }

  lose(what: string): void {
    this.#lost.set(what, (this.#lost.get(what) ?? 0) + 1);
  }

  /** A part of the dataset is in another file. Without it rows would be missing or say something else. */
  referTo(file: string): void {
    this.#elsewhere.add(file);
  }

  addFault(message: string, hint: string): void {
    this.#faults.push(datasetIssue('DATASET_UNREADABLE', message, { hint }));
  }

  /** Throws a UserError where the rest is not what the dataset says. */
  close(): void {
    const files = [...this.#elsewhere];
    if (files.length > 0) {
      const names = files.slice(0, NAMED).join(', ');
      const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
      const hint = 'write the content in its place, or import that file by itself';
      this.addFault(`parts of the dataset are elsewhere and are not read: ${names}${more}`, hint);
    }
    if (this.#faults.length > 0) throw new UserError(this.#faults);
  }
}
