import type { Json, ToolCall, Trace } from '#core';

/** The ids of the runs of a test, with what each run was: one record read twice is one run, two runs never share an id. */
export class RunIds {
  readonly #prints = new Map<string, number>();

  add(id: string, trace: Trace): 'new' | 'same' | 'other' {
    const print = fingerprint(trace);
    const seen = this.#prints.get(id);
    if (seen !== undefined) return seen === print ? 'same' : 'other';
    this.#prints.set(id, print);
    return 'new';
  }
}

/** A number that is the same for two records of one run and, but for a freak, for no others. */
function fingerprint(trace: Trace): number {
  const hash = new Hash();
  hash.addValue(trace.run);
  hash.addValue(trace.case);
  hash.addValue(trace.error);
  hash.addValue(trace.input);
  hash.addValue(trace.output);
  for (const call of trace.calls) addCall(hash, call);
  return hash.value;
}

function addCall(hash: Hash, { server, name, arguments: given, id, status }: ToolCall): void {
  hash.addValue(server);
  hash.addText(name);
  hash.addValue(id);
  hash.addValue(status);
  if (given.state === 'parsed') hash.addValue(given.value);
  else hash.addText(given.state === 'unparsed' ? given.text : '');
}

/** Two multiplicative hashes side by side, 53 bits together. Walks values instead of writing them out. */
class Hash {
  #low = 0x811c9dc5;
  #high = 0x1b873593;

  get value(): number {
    return (this.#low >>> 0) + ((this.#high >>> 0) & 0x1fffff) * 0x1_0000_0000;
  }

  addText(text: string): void {
    let low = this.#low ^ text.length;
    let high = this.#high ^ text.length;
    // Two units at a time; behind the last one there is nothing, which counts as zero.
    for (let i = 0; i < text.length; i += 2) {
      const code = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
    }
    this.#low = low;
    this.#high = high;
  }

  /** A mark that no text begins with. */
  #addMark(mark: number): void {
    this.#low = Math.imul(this.#low ^ mark, 0x01000193);
    this.#high = Math.imul(this.#high ^ mark, 0x85ebca6b) ^ (this.#high >>> 13);
  }

  addValue(value: Json): void {
    if (typeof value === 'string') this.addText(value);
    else if (value === null) this.#addMark(NULL);
    else if (typeof value !== 'object') {
      this.#addMark(PLAIN);
      this.addText(String(value));
    } else if (Array.isArray(value)) {
      this.#addMark(LIST);
      for (const item of value as readonly Json[]) this.addValue(item);
      this.#addMark(END);
    } else {
      this.#addMark(OBJECT);
      for (const key of Object.keys(value)) {
        this.addText(key);
        this.addValue((value as Readonly<Record<string, Json>>)[key]!);
      }
      this.#addMark(END);
    }
  }
}

/** Negative, as no length of a text is. */
const NULL = -1;
const PLAIN = -2;
const LIST = -3;
const OBJECT = -4;
const END = -5;
