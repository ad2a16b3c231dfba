import type { CaseEntry } from './case-entry.ts';

/** A change that can be taken back. */
export interface UndoStep {
  readonly id: string;
  /** The entry before the change. */
  readonly before: CaseEntry;
  /** What is taken back, in words. */
  readonly what: string;
  /** Changes of one field in a row are one step. */
  readonly field: string | null;
}

const MAX_STEPS = 500;

/** Changes in their order, the last one first to be taken back. */
export class UndoLog {
  #steps: UndoStep[] = [];

  get last(): UndoStep | null {
    return this.#steps.at(-1) ?? null;
  }

  add(step: UndoStep): void {
    const { last } = this;
    if (step.field !== null && last?.id === step.id && last.field === step.field) return;
    this.#steps.push(step);
    if (this.#steps.length > MAX_STEPS) this.#steps.shift();
  }

  take(): UndoStep | null {
    return this.#steps.pop() ?? null;
  }

  /** Drops the steps of a case that was changed elsewhere: taking one back would lose that change. */
  forget(id: string): void {
    this.#steps = this.#steps.filter((step) => step.id !== id);
  }
}
