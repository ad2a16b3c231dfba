import { ExactNumber, isJsonObject, type Json } from '../json/json.ts';

const MAX_STEPS = 1_000_000;
/** Each level is a few frames of the stack, of which about ten thousand fit. */
const DEEPEST = 1_000;

/** Thrown to leave a validation that would take too long or nest too deep. */
export class LimitReached extends Error {}

const LIMIT_REACHED = new LimitReached('the limit of a validation is reached');

/** One validation under way: what it has cost, and whether its answer so far is certain. */
export class Validation {
  /**
   * Something was met that cannot be judged, such as a reference that leads nowhere.
   * It counts as satisfied, so a failure is always certain; what turns satisfied into failed must look here first.
   */
  unsure: boolean = false;
  #steps = 0;
  #depth = 0;

  /** Begins a schema of so many keywords. */
  enter(keywords: number): void {
    this.spend(keywords);
    if (++this.#depth > DEEPEST) throw LIMIT_REACHED;
  }

  /** Ends the schema begun last. */
  leave(): void {
    this.#depth--;
  }

  /** Pays for work before it is done. */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw LIMIT_REACHED;
  }

  /** Pays for reading some text once. */
  spendOnText(text: string): void {
    this.spend(1 + (text.length >> 5));
  }

  /** Pays for reading a whole value once. */
  spendOnValue(value: Json, depth: number = this.#depth): void {
    if (depth > DEEPEST) throw LIMIT_REACHED;
    if (typeof value === 'string') this.spendOnText(value);
    else if (value instanceof ExactNumber) this.spendOnText(value.text);
    else if (typeof value !== 'object' || value === null) this.spend(1);
    else if (isJsonObject(value)) {
      this.spend(1);
      for (const key of Object.keys(value)) {
        this.spendOnText(key);
        this.spendOnValue(value[key]!, depth + 1);
      }
    } else {
      this.spend(1);
      for (const item of value) this.spendOnValue(item, depth + 1);
    }
  }
}
