import { ExactNumber, isJsonObject, type Json } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import { findCredentials, findNamed, findUrlPasswords } from './find-named.ts';
import { findCards, findEmails, findPhones, isCard } from './find-pii.ts';
import { findRandom } from './find-random.ts';
import { mayHoldSecret } from './may-hold-secret.ts';
import { findSureTokens, findTokens, MIN_SURE } from './find-tokens.ts';
import {
  isPlaceholder,
  noteNumbers,
  type PlaceholderKind,
  REDACTED,
  someText,
} from './placeholder.ts';
import type { RedactionPolicy } from './policy.ts';
import { replaceSpans, type Span } from './replace-spans.ts';
import { isSecretMember } from './secret-fields.ts';

/** Shorter texts hold neither a secret nor an address. */
const MIN_TEXT = 5;
/** A shorter value would be found in ordinary words. */
const MIN_MET = 6;
const AS_NUMBER = '\u0000number:';

/**
 * Replaces secrets (and personal data where the policy says so) by placeholders. One redactor is one case: equal values
 * have the same placeholder in it, and different values have different ones.
 */
export class Redactor {
  readonly #policy: RedactionPolicy;
  /** Short texts without a secret, which many cases repeat: names of arguments, words of a fixed list. */
  readonly #clean: Set<string>;
  readonly #placeholders = new Map<string, string>();
  readonly #numbers = new Map<PlaceholderKind, number>();
  #isNumbered: boolean;
  #met: readonly string[] = [];
  #count = 0;

  /** `numbered: false` is for texts that belong to no case: all placeholders are `[redacted]`. */
  constructor(policy: RedactionPolicy, { numbered = true }: { readonly numbered?: boolean } = {}) {
    this.#policy = policy;
    this.#clean = cleanTexts(policy);
    this.#isNumbered = numbered;
  }

  /** Whether secrets are known by value, which may be in any name. */
  get hasKnown(): boolean {
    return this.#policy.known.length > 0;
  }

  /** How many values were replaced. */
  get count(): number {
    return this.#count;
  }

  /** Keeps the numbers of placeholders that a value contains already from being used for other values. */
  reserve(value: Json): void {
    someText(value, (text) => {
      noteNumbers(text, this.#numbers);
      return false;
    });
  }

  /**
   * From now on values that were not met before become `[redacted]`, and those that were are found in texts without
   * the name that made them secrets.
   */
  close(): void {
    this.#isNumbered = false;
    this.#met = [...this.#placeholders.keys()]
      .filter((value) => value.length >= MIN_MET && !value.startsWith(AS_NUMBER))
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  }

  /** Free text: everything that looks like a secret is replaced. */
  text(text: string): string {
    if (text.length < MIN_TEXT) return text;
    // What was met before may be found in any text.
    const isKept = text.length <= MAX_KEPT && this.#met.length === 0;
    if (isKept && this.#clean.has(text)) return text;
    const isSuspect = mayHoldSecret(text);
    let clean = this.#message(text, isSuspect);
    if (isSuspect) clean = this.#replaceAll(clean, 'secret', findRandom);
    if (isKept && clean === text) this.#clean.add(text);
    return clean;
  }

  /** Text of ours that quotes other text: as free text, but names, ids and paths in it stay as they are. */
  message(text: string): string {
    return text.length < MIN_TEXT ? text : this.#message(text, mayHoldSecret(text));
  }

  #message(text: string, isSuspect: boolean): string {
    let clean = this.#replaceMet(this.#replaceKnown(text));
    if (isSuspect)
      for (const find of [findTokens, findCredentials, findNamed, findUrlPasswords])
        clean = this.#replaceAll(clean, 'secret', find);
    if (!this.#policy.pii) return clean;
    clean = this.#replaceAll(clean, 'email', findEmails);
    clean = this.#replaceAll(clean, 'card', findCards);
    return this.#replaceAll(clean, 'phone', findPhones);
  }

  /** A name, an id, a path or a hash: only known secrets, and keys whose form leaves no doubt, are replaced. */
  name(text: string): string {
    if (text.length < MIN_SURE && this.#policy.known.length === 0) return text;
    const clean = this.#replaceKnown(text);
    return this.#replaceAll(clean, 'secret', findSureTokens);
  }

  #replaceMet(text: string): string {
    let clean = text;
    for (const value of this.#met)
      if (clean.includes(value)) clean = clean.replaceAll(value, this.#mark(value, 'secret'));
    return clean;
  }

  #replaceKnown(text: string): string {
    let clean = text;
    for (const secret of this.#policy.known)
      if (clean.includes(secret)) clean = clean.replaceAll(secret, this.#mark(secret, 'secret'));
    return clean;
  }

  /** A value such as the arguments of a call: by the names of its members, and by pattern in its texts and keys. */
  json(value: Json): Json {
    if (typeof value === 'string') return this.#textOrJson(value);
    if (typeof value === 'number' || value instanceof ExactNumber) return this.#number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (!isJsonObject(value)) return this.#items(value);
    let isClean = true;
    const members = Object.keys(value).map((key): [string, Json] => {
      const member = value[key]!;
      const name = this.text(key);
      const clean = isSecretMember(key, value) ? this.secret(member) : this.json(member);
      isClean &&= name === key && clean === member;
      return [name, clean];
    });
    // Unlike assignment this makes an own member of any name, `__proto__` too.
    return isClean ? value : Object.fromEntries(members);
  }

  /** A list without secrets is not copied. */
  #items(list: readonly Json[]): Json {
    const clean = list.map((item) => this.json(item));
    return clean.every((item, i) => item === list[i]) ? list : clean;
  }

  /** A value under names of ours, or a JSON Schema: keys stay as they are, and members are not secret by their name. */
  schema(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
    if (!isJsonObject(value)) return value.map((item) => this.schema(item));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.name(key), this.schema(member)]),
    );
  }

  #replaceAll(text: string, kind: PlaceholderKind, find: (text: string) => Iterable<Span>): string {
    return replaceSpans(text, find(text), (value) => this.#mark(value, kind));
  }

  /** The result of a tool is often JSON as text: there, too, members are known by their names. */
  #textOrJson(text: string): string {
    const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : null;
    if (parsed?.ok !== true) return this.text(text);
    const before = this.#count;
    const clean = this.json(parsed.value);
    return this.#count === before ? text : stringifyJson(clean);
  }

  #number(value: number | ExactNumber): Json {
    if (!this.#policy.pii) return value;
    return isCard(digitsOf(value)) ? this.#mark(digitsOf(value), 'card', AS_NUMBER) : value;
  }

  /** A value that is a secret: texts and numbers go; what describes them (a schema, a flag) is looked into. */
  secret(value: Json): Json {
    if (value === '') return value;
    if (typeof value === 'string') return this.#mark(value, 'secret');
    if (typeof value === 'number' || value instanceof ExactNumber)
      return this.#mark(digitsOf(value), 'secret', AS_NUMBER);
    if (Array.isArray(value)) return value.map((item: Json) => this.secret(item));
    return this.json(value);
  }

  /** The placeholder of a value. A number is another value than a text with its digits. */
  #mark(value: string, kind: PlaceholderKind, type = ''): string {
    if (isPlaceholder(value)) return value;
    this.#count++;
    const identity = type + value;
    const existing = this.#placeholders.get(identity);
    if (existing !== undefined) return existing;
    if (!this.#isNumbered) return REDACTED;
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    const placeholder = `[${kind}-${number}]`;
    this.#placeholders.set(identity, placeholder);
    return placeholder;
  }
}

function digitsOf(value: number | ExactNumber): string {
  return value instanceof ExactNumber ? value.text : String(value);
}

const MAX_KEPT = 40;
const MAX_CLEAN = 10_000;
const CLEAN = new WeakMap<RedactionPolicy, Set<string>>();

/** The short texts that are known to be clean under a policy. */
function cleanTexts(policy: RedactionPolicy): Set<string> {
  const clean = CLEAN.get(policy);
  if (clean !== undefined && clean.size < MAX_CLEAN) return clean;
  const texts = new Set<string>();
  CLEAN.set(policy, texts);
  return texts;
}
