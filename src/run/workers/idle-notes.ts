import type { DispatchProgress } from './dispatcher.ts';

/** So many looks at the workers, a second apart, without one that takes jobs. */
const IDLE_TICKS = 5;

/** Says why nothing happens: no worker is there, or those that are there cannot take the run. */
export class IdleNotes {
  readonly #onNote: (note: string) => void;
  readonly #said = new Set<string>();
  #idle = 0;

  constructor(onNote: (note: string) => void) {
    this.#onNote = onNote;
  }

  tick({ workers, running }: DispatchProgress): void {
    for (const { id, remark } of workers)
      if (remark !== null) this.say(`worker ${id} leaves jobs to others: ${remark}`);
    const isIdle = running === 0 && workers.every(({ remark }) => remark !== null);
    this.#idle = isIdle ? this.#idle + 1 : 0;
    if (this.#idle === IDLE_TICKS)
      this.say('no worker takes the jobs of this run; start: whichtool worker --queue … --store …');
  }

  /** Says something once. */
  say(note: string): void {
    if (this.#said.has(note)) return;
    this.#said.add(note);
    this.#onNote(note);
  }
}
