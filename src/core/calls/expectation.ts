import { type ArgumentRules, EXACT } from '../arguments/argument-rules.ts';
import { equalJson } from '../json/equal-json.ts';
import { explainDifference } from '../arguments/explain-difference.ts';
import { entriesOf, findDifference } from '../arguments/find-difference.ts';
import { hasShape } from '../arguments/has-shape.ts';
import { optionError } from '../issues/issue.ts';
import type { JsonObject } from '../json/json.ts';
import { compileExpected, type Expected } from '../arguments/markers.ts';
import { assumeEqual, containsRedacted, hasRedactedKey } from '../arguments/redacted-comparison.ts';
import { AS_WRITTEN, containsPlaceholder, type Quotes } from '../redaction/index.ts';
import type { Services } from '../scoring/scorer.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import { toPlainJson } from '../json/to-plain-json.ts';
import { formatPattern, type ToolPattern } from '../tools/tool-pattern.ts';
import { argumentsOf, type ToolCall } from '../trace/trace.ts';
import { hasSameFloats } from '../json/whole-floats.ts';

/** A call that should be made. No `args`: arguments are not compared; `{}`: called without arguments. */
export interface ExpectedCall {
  readonly tool: ToolPattern;
  readonly args?: JsonObject;
}

/** An expected call as it is written: `tool`, or `name` as Ragas and most APIs have it. */
export type ExpectedCallSpec =
  | { readonly tool: ToolPattern; readonly name?: undefined; readonly args?: object | undefined }
  | { readonly name: ToolPattern; readonly tool?: undefined; readonly args?: object | undefined };

/** Expected calls by their tools. Throws a UserError for one that names none, or two. */
export function toExpectedCalls(calls: readonly ExpectedCallSpec[]): readonly ExpectedCall[] {
  return calls.map(({ tool, name, args }, index) => {
    const named = tool ?? name;
    if (named === undefined || (tool !== undefined && name !== undefined))
      throw optionError(`expected/${index} is a call { tool, args } or { name, args }`);
    if (args === undefined) return { tool: named };
    // Programs pass objects of any type; of a suite they are JSON already.
    return { tool: named, args: toPlainJson(args, `expected/${index}/args`) as JsonObject };
  });
}

/** How an argument of a call compares with the expected one; arguments that are not JSON are missing. */
export type ArgumentOutcome = 'equal' | 'missing' | 'other_type' | 'other_value' | 'unexpected';

/** An expected call made ready to compare with. All methods take a call of an expected tool. */
export class Expectation {
  readonly tool: ToolPattern;
  readonly args: JsonObject | undefined;
  readonly #expected: Expected | null;
  readonly #isRedacted: boolean;
  /** Kept once it was asked for. */
  #entries: ReadonlyMap<string, Expected> | null = null;
  readonly #rulesOf: (call: ToolCall) => ArgumentRules;

  constructor(call: ExpectedCall, rulesOf: (call: ToolCall) => ArgumentRules, services: Services) {
    this.tool = call.tool;
    this.args = call.args;
    this.#expected = call.args === undefined ? null : compileExpected(call.args, services);
    this.#isRedacted = call.args !== undefined && containsRedacted(call.args);
    this.#rulesOf = rulesOf;
  }

  /** What each argument is expected to be; null where arguments are not expected one by one. */
  get #wanted(): ReadonlyMap<string, Expected> | null {
    return (this.#entries ??= this.#expected === null ? null : entriesOf(this.#expected));
  }

  /** The call's arguments are as expected. */
  fits(call: ToolCall): boolean {
    if (this.#expected === null) return true;
    const value = argumentsOf(call);
    if (value === null) return false;
    const rules = this.#rulesOf(call);
    if (rules.exact && 'plain' in this.#expected && !this.#isRedacted) {
      // What equals a value without placeholders has none: only what differs is searched for them.
      if (equalJson(this.#expected.plain, value)) return true;
      if (!containsRedacted(value)) return false;
    }
    return findDifference(this.#expected, value, rules) === null;
  }

  /** The call's arguments have the expected keys with values of the expected types, or fit as a whole. */
  hasShape(call: ToolCall): boolean {
    const value = argumentsOf(call);
    const entries = this.#wanted;
    if (value === null) return false;
    return entries === null || this.fits(call) || hasShape(entries, value, this.#rulesOf(call));
  }

  /**
   * The arguments have the expected keys and types as a typed language reads them: 1 and 1.0 differ. No call has no
   * arguments.
   */
  hasWrittenShape(call: ToolCall | undefined): boolean {
    const value = call === undefined ? {} : argumentsOf(call);
    const entries = this.#wanted;
    if (value === null || entries === null) return false;
    const rules = call === undefined ? EXACT : this.#rulesOf(call);
    return hasShape(entries, value, rules) && hasSameFloats(this.args ?? {}, value);
  }

  /** What is different about the call's arguments, in words; null when they are as expected. */
  explain(call: ToolCall, quotes: Quotes = AS_WRITTEN): string | null {
    if (this.#expected === null || this.args === undefined) return null;
    const value = argumentsOf(call);
    if (value === null) return 'its arguments are not a JSON object';
    const rules = this.#rulesOf(call);
    const steps = findDifference(this.#expected, value, rules);
    return steps === null
      ? null
      : explainDifference(steps, this.args, value, rules.defaults, quotes);
  }

  /** Expected and given arguments without those that are not compared, for a judge; null where there is nothing to compare. */
  compared(call: ToolCall): { readonly expected: JsonObject; readonly actual: JsonObject } | null {
    const actual = argumentsOf(call);
    if (this.args === undefined || actual === null) return null;
    const { ignore } = this.#rulesOf(call);
    const without = (value: JsonObject): JsonObject =>
      ignore === null
        ? value
        : Object.fromEntries(Object.entries(value).filter(([key]) => ignore.get(key) !== true));
    return { expected: without(this.args), actual: without(actual) };
  }

  /** What became of each argument: of the expected ones, and of those that the call has besides. */
  argumentOutcomes(call: ToolCall): ReadonlyMap<string, ArgumentOutcome> {
    const outcomes = new Map<string, ArgumentOutcome>();
    const entries = this.#wanted;
    if (entries === null) return outcomes;
    const value = argumentsOf(call);
    const rules = this.#rulesOf(call);
    const isIgnored = (key: string): boolean => rules.ignore?.get(key) === true;
    for (const [key, expected] of entries) {
      if (!isIgnored(key)) outcomes.set(key, this.#outcomeOf(key, expected, value, rules));
    }
    for (const key of Object.keys(value ?? {})) {
      if (entries.has(key) || isIgnored(key)) continue;
      if (!this.#keyFits(key, undefined, value ?? {}, rules)) outcomes.set(key, 'unexpected');
    }
    return outcomes;
  }

  #outcomeOf(
    key: string,
    expected: Expected,
    value: JsonObject | null,
    rules: ArgumentRules,
  ): ArgumentOutcome {
    if (value === null) return 'missing';
    if (this.#keyFits(key, expected, value, rules)) return 'equal';
    if (!Object.hasOwn(value, key)) return 'missing';
    const member = { [key]: value[key]! };
    return hasShape(new Map([[key, expected]]), member, rules) ? 'other_value' : 'other_type';
  }

  /** How many of the expected argument keys have an equal value: `[equal, of]`. */
  keyScore(call: ToolCall): readonly [number, number] {
    const entries = this.#wanted;
    if (entries === null || entries.size === 0) return [this.fits(call) ? 1 : 0, 1];
    const value = argumentsOf(call);
    const rules = this.#rulesOf(call);
    let equal = 0;
    let total = 0;
    for (const [key, expected] of entries) {
      if (rules.ignore?.get(key) === true) continue;
      total++;
      if (value !== null && this.#keyFits(key, expected, value, rules)) equal++;
    }
    return total === 0 ? [1, 1] : [equal, total];
  }

  /** Every expected argument is called with an equal value. */
  isContained(call: ToolCall): boolean {
    const entries = this.#wanted;
    if (entries === null) return this.fits(call);
    const value = argumentsOf(call);
    if (value === null) return false;
    const rules = this.#rulesOf(call);
    return [...entries].every(([key, expected]) => this.#keyFits(key, expected, value, rules));
  }

  /** Every argument called is expected with an equal value. */
  contains(call: ToolCall): boolean {
    const entries = this.#wanted;
    if (entries === null) return this.fits(call);
    const value = argumentsOf(call);
    if (value === null) return false;
    const rules = this.#rulesOf(call);
    return Object.keys(value).every((key) => this.#keyFits(key, entries.get(key), value, rules));
  }

  /** One key alone, compared as the only one of an object, so that paths and defaults keep their meaning. */
  #keyFits(
    key: string,
    expected: Expected | undefined,
    value: JsonObject,
    rules: ArgumentRules,
  ): boolean {
    const isHere = Object.hasOwn(value, key);
    if (rules.exact && expected !== undefined && 'plain' in expected && !this.#isRedacted) {
      if (isHere && equalJson(expected.plain, value[key]!)) return true;
      if (!containsRedacted(value)) return false;
    }
    if (!isHere && (hasRedactedKey(value) || containsPlaceholder(key))) return assumeEqual();
    const object = new Map(expected === undefined ? [] : [[key, expected] as const]);
    return findDifference({ object }, isHere ? { [key]: value[key]! } : {}, rules) === null;
  }

  /** The expectation as a person reads it: the tool, and its arguments where they matter. */
  format(): string {
    const tool = formatPattern(this.tool);
    return this.args === undefined ? tool : `${tool} ${stringifyJson(this.args)}`;
  }
}
