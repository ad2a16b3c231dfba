import {
  formatTool,
  isJsonObject,
  type Json,
  type RedactionPolicy,
  Redactor,
  stringifyJson,
} from '#core';
import type { Cut } from './cut-cases.ts';
import { datasetError } from '../codes.ts';

type Trait = (cut: Cut) => string;

/** The trait that distinguishes decisions that called a tool from those that did not. */
const DECISION = 'decision';
const ANSWER = 'answer';
const NO_TOOL = '(none)';

const NAMED: ReadonlyMap<string, Trait> = new Map<string, Trait>([
  ['tool', ({ calls: [first] }) => (first === undefined ? NO_TOOL : formatTool(first))],
  ['agent', ({ trace }) => trace.agent ?? '(unknown)'],
  ['day', ({ trace }) => trace.startedAt?.slice(0, 10) ?? '(unknown)'],
  ['error', ({ trace, calls }) => errorOf(trace.error, calls)],
  ['length', ({ trace }) => lengthOf(trace.calls.length)],
  [DECISION, ({ calls }) => (calls.length === 0 ? ANSWER : 'call')],
]);

const MAX_CLEANED = 1000;
const MAX_VALUE = 200;

/** What cases are divided by, from `tool,agent,day,error,length,metadata.x`; divides nothing when empty. */
export class Strata {
  readonly by: readonly string[];
  readonly #traits: readonly Trait[];
  readonly #policy: RedactionPolicy;
  readonly #cleaned = new Map<string, string>();

  /** `dividesAnswers`: decisions without a call are in strata of their own. */
  constructor(by: readonly string[], policy: RedactionPolicy, dividesAnswers = false) {
    const isDivided = by.some((trait) => trait === 'tool' || trait === DECISION);
    this.by = dividesAnswers && !isDivided ? [...by, DECISION] : by;
    this.#traits = this.by.map(traitOf);
    this.#policy = policy;
  }

  /** The stratum of a case: one value for each trait. */
  valuesOf(cut: Cut): readonly string[] {
    return this.#traits.map((trait, i) => {
      const value = trait(cut);
      return this.#clean(value, NAMED.has(this.by[i]!));
    });
  }

  /** Whether a stratum is of decisions that called no tool. */
  isAnswer(values: readonly string[]): boolean {
    return this.by.some(
      (trait, i) =>
        (trait === 'tool' && values[i] === NO_TOOL) || (trait === DECISION && values[i] === ANSWER),
    );
  }

  /** Metadata may be anything. The same few values come again and again. */
  #clean(value: string, isName: boolean): string {
    const key = `${isName ? 'name' : 'text'} ${value}`;
    let clean = this.#cleaned.get(key);
    if (clean === undefined) {
      if (this.#cleaned.size === MAX_CLEANED) this.#cleaned.clear();
      const redactor = new Redactor(this.#policy, { numbered: false });
      clean = (isName ? redactor.name(value) : redactor.text(value)).slice(0, MAX_VALUE);
      this.#cleaned.set(key, clean);
    }
    return clean;
  }
}

function traitOf(name: string): Trait {
  const named = NAMED.get(name);
  if (named !== undefined) return named;
  const path = /^metadata\.(.+)$/.exec(name)?.[1]?.split('.');
  if (path !== undefined) return ({ trace }) => textAt(trace.metadata, path);
  throw datasetError('FLAG_BY', `--by ${name}: there is no such trait`, {
    hint: `there are ${[...NAMED.keys()].join(', ')} and metadata.<field>`,
  });
}

function textAt(metadata: Json, path: readonly string[]): string {
  let value: Json | undefined = metadata;
  for (const key of path)
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (value === undefined || value === null) return '(unknown)';
  return typeof value === 'string' ? value : stringifyJson(value);
}

function errorOf(error: string | null, calls: Cut['calls']): string {
  if (error !== null) return 'crashed';
  return calls.some(({ status }) => status === 'error' || status === 'denied') ? 'failed' : 'ok';
}

function lengthOf(calls: number): string {
  if (calls < 2) return String(calls);
  if (calls < 4) return '2-3';
  return calls < 8 ? '4-7' : '8 or more';
}
