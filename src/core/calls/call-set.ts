import { type ArgumentRules, EXACT } from '../arguments/argument-rules.ts';
import { canonicalJson, equalJson } from '../json/equal-json.ts';
import type { Json } from '../json/json.ts';
import { assumeEqual } from '../arguments/redacted-comparison.ts';
import { REDACTED, someText } from '../redaction/index.ts';
import { relaxJson } from '../arguments/relax-json.ts';
import { argumentsOf, type ToolCall } from '../trace/trace.ts';

/** Beyond this many different calls of one name, texts are compared instead of values: a long trace stays linear. */
const FEW = 16;

interface Seen {
  readonly server: string | null;
  readonly value: Json;
  readonly place: number;
}

/**
 * The different calls seen so far: one tool with equal arguments is one call. Numbered placeholders of a run are
 * distinct per value, and compare like values; those without a number compare as it is assumed.
 */
export class CallSet {
  readonly #few = new Map<string, Seen[]>();
  readonly #many = new Map<string, Map<string, number>>();
  readonly #rulesOf: (call: ToolCall) => ArgumentRules;

  constructor(rulesOf: (call: ToolCall) => ArgumentRules = () => EXACT) {
    this.#rulesOf = rulesOf;
  }

  /** Adds a call; answers the place of the first one that equals it, its own when it is new. */
  add(call: ToolCall, place: number): number {
    const { server, name } = call;
    const seen = this.#few.get(name);
    const value = this.#valueOf(call);
    if (seen === undefined) {
      this.#few.set(name, [{ server, value, place }]);
      return place;
    }
    for (const other of seen) {
      if (other.server === server && equalJson(other.value, value) && isCertain(value))
        return other.place;
    }
    if (seen.length < FEW) {
      seen.push({ server, value, place });
      return place;
    }
    const text = `${JSON.stringify(server)}${canonicalJson(value)}`;
    return this.#addText(name, isCertain(value) ? text : `${text}${place}`, place);
  }

  #addText(name: string, text: string, place: number): number {
    const texts = this.#many.get(name) ?? new Map<string, number>();
    this.#many.set(name, texts);
    const first = texts.get(text);
    if (first !== undefined) return first;
    texts.set(text, place);
    return place;
  }

  /** Unparsed arguments are their text, which no object equals. */
  #valueOf(call: ToolCall): Json {
    if (call.arguments.state === 'unparsed') return call.arguments.text;
    return relaxJson(argumentsOf(call) ?? {}, this.#rulesOf(call));
  }
}

/** Whether values that look equal are: texts without a numbered placeholder may have been different ones. */
function isCertain(value: Json): boolean {
  return !someText(value, (text) => text.includes(REDACTED)) || assumeEqual();
}
