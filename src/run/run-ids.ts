import { formatTrace, stringifyJson, type Trace } from '#core';

/** The ids of the runs of a test, with what each run was: one record read twice is one run, two runs never share an id. */
export class RunIds {
  /** The first run as it is: most tests have one, and then its text is never needed. */
  #first: { readonly id: string; readonly trace: Trace } | null = null;
  readonly #prints = new Map<string, number>();

  add(id: string, trace: Trace): 'new' | 'same' | 'other' {
    if (this.#first === null && this.#prints.size === 0) {
      this.#first = { id, trace };
      return 'new';
    }
    if (this.#first !== null) {
      this.#prints.set(this.#first.id, fingerprint(this.#first.trace));
      this.#first = null;
    }
    const print = fingerprint(trace);
    const seen = this.#prints.get(id);
    if (seen !== undefined) return seen === print ? 'same' : 'other';
    this.#prints.set(id, print);
    return 'new';
  }
}

/** A number that is the same for two records of one run and, but for a freak, for no others. */
function fingerprint(trace: Trace): number {
  const text = stringifyJson(formatTrace(trace));
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
  }
  return (low >>> 0) + ((high >>> 0) & 0x1fffff) * 0x1_0000_0000;
}
