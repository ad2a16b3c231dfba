import type { Json } from '#core';
import type { Answer, SheetData } from './answer.ts';
import { isObject } from './member.ts';

/** The answers of a sheet. The browser keeps them, where it can, until the page is opened again. */
export class AnswerStore {
  readonly #answers: Map<string, Answer | null>;
  readonly #key: string;
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether answers changed since the last file was saved. */
  isUnsaved = false;

  /** Some browsers throw where a page asks for its storage, so it is asked for at each use. */
  constructor(
    { task, reviewer, key, rows }: SheetData,
    storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  ) {
    this.#key = `whichtool ${task} ${reviewer} ${key}`;
    this.#storage = storage;
    this.#answers = new Map(
      rows.map(({ id, answer, rationale }) => [
        id,
        answer === null ? null : { ...answer, rationale: rationale ?? '' },
      ]),
    );
    this.#restore();
  }

  get(id: string): Answer | null {
    return this.#answers.get(id) ?? null;
  }

  set(id: string, answer: Answer | null): void {
    this.#answers.set(id, answer);
    this.isUnsaved = true;
    try {
      this.#storage().setItem(this.#key, JSON.stringify([...this.#answers]));
    } catch {
      // The save button still works.
    }
  }

  #restore(): void {
    try {
      const entries = JSON.parse(this.#storage().getItem(this.#key) ?? '[]') as Iterable<
        readonly [string, Json]
      >;
      for (const [id, answer] of entries) {
        if (this.#answers.has(id)) this.#answers.set(id, isObject(answer) ? answer : null);
      }
    } catch {
      // Answers that cannot be read are given anew.
    }
  }
}
