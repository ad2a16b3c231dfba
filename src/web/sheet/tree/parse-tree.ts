import { type Json, parseJson, stringifyAsWritten } from '#core';
import type { JsonTree, TreeMember } from './json-tree.ts';

/** A tree, or why the text is not JSON. */
export type ParsedTree =
  | { readonly ok: true; readonly tree: JsonTree }
  | { readonly ok: false; readonly message: string };

/** Parses JSON text and keeps every number as it is written. */
export function parseTree(text: string): ParsedTree {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, message: parsed.message };
  return { ok: true, tree: new ValidText(text).value() };
}

/** A parsed value as a tree. */
export function toTree(value: Json): JsonTree {
  return withDigits(new ValidText(stringifyAsWritten(value)).value());
}

/** Numbers of many digits are kept with a power, such as `123e2`: people read and type all digits. */
function withDigits(tree: JsonTree): JsonTree {
  if (tree.kind === 'list') return { ...tree, items: tree.items.map(withDigits) };
  if (tree.kind === 'object') {
    const members = tree.members.map(({ key, value }) => ({ key, value: withDigits(value) }));
    return { ...tree, members };
  }
  const [, digits, power] = tree.kind === 'literal' ? (POWER.exec(tree.text) ?? []) : [];
  if (digits === undefined) return tree;
  return { kind: 'literal', text: digits + '0'.repeat(Number(power)) };
}

const POWER = /^(-?\d+)e(\d\d?)$/;

const BLANK = /[ \t\n\r]*/y;
const LITERAL = /[^\s,\]}]+/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;

/** Walks over text that is known to be JSON. */
class ValidText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): JsonTree {
    this.#take(BLANK);
    const next = this.#text[this.#at];
    if (next === '"') return { kind: 'text', text: this.#string() };
    if (next === '[') return { kind: 'list', items: this.#until(']', () => this.value()) };
    if (next === '{') return { kind: 'object', members: this.#until('}', () => this.#member()) };
    return { kind: 'literal', text: this.#take(LITERAL) };
  }

  #member(): TreeMember {
    const key = this.#string();
    this.#take(BLANK);
    this.#at += 1;
    return { key, value: this.value() };
  }

  #until<T>(end: string, take: () => T): readonly T[] {
    const items: T[] = [];
    this.#at += 1;
    this.#take(BLANK);
    while (this.#text[this.#at] !== end) {
      items.push(take());
      this.#take(BLANK);
      if (this.#text[this.#at] === ',') this.#at += 1;
      this.#take(BLANK);
    }
    this.#at += 1;
    return items;
  }

  #string(): string {
    return JSON.parse(this.#take(STRING)) as string;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [taken = ''] = pattern.exec(this.#text) ?? [];
    this.#at += taken.length;
    return taken;
  }
}
