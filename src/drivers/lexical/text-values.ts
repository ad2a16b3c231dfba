import type { Json } from '#core';

/** The kinds of values that are recognised in a text by their form. */
export type ValueKind = 'quoted' | 'url' | 'email' | 'path' | 'date';

const LONGEST = 20_000;

const PATTERNS: Readonly<Record<ValueKind, RegExp>> = {
  quoted:
    /"([^"\n]{1,2000})"|“([^”\n]{1,2000})”|`([^`\n]{1,2000})`|(?<![A-Za-z0-9])'([^'\n]{1,2000})'(?![A-Za-z0-9])/g,
  url: /\b(https?:\/\/[^\s"'<>)\]]{1,2000})/g,
  email:
    /(?<![A-Za-z0-9._%+-])([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5})/g,
  // In quotes; or with a slash inside or in front; or a name with an ending.
  path: /"([^"\n]{0,200}[./][^"\n]{0,200})"|`([^`\n]{0,200}[./][^`\n]{0,200})`|(?<![^\s(])'([^'\n]{0,200}[./][^'\n]{0,200})'|(?<![^\s(])((?:~|\.{1,2})?\/[^\s"'`)”]{1,1000}|[A-Za-z0-9_-]{1,200}(?:\/[A-Za-z0-9_.-]{1,200}){1,50}|[A-Za-z0-9_-]{1,200}\.[A-Za-z][A-Za-z0-9]{0,5}(?![A-Za-z0-9@]))/g,
  date: /\b([0-9]{4}-[0-9]{2}-[0-9]{2})\b/g,
};
// `20,000` is one number, `3,4` are two; digits in an id, a date or quotes are none.
const NUMBER =
  /(?<![A-Za-z0-9_.\-'"])-?(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?:\.[0-9]{1,15})?(?![A-Za-z0-9_'"]|[-.][0-9])/g;

/** The values that stand in a text, each taken once, in their order. */
export class TextValues {
  readonly #text: string;
  readonly #found = new Map<ValueKind, string[]>();
  #numbers: number[] | null = null;

  constructor(text: string) {
    this.#text = text.slice(0, LONGEST);
  }

  /** The next value of a kind; null when there is none left. */
  take(kind: ValueKind): string | null {
    let left = this.#found.get(kind);
    if (left === undefined) {
      left = Array.from(this.#text.matchAll(PATTERNS[kind]), (match) => {
        const value = match.slice(1).find((group) => group !== undefined) ?? '';
        // The full stop of the sentence is not part of an address.
        return kind === 'quoted' ? value : value.replace(/[.,;:!?]+$/, '');
      });
      this.#found.set(kind, left);
    }
    return left.shift() ?? null;
  }

  /** The next number; null when there is none left, or none that is whole where one must be. */
  takeNumber(isWhole: boolean): number | null {
    this.#numbers ??= Array.from(this.#text.matchAll(NUMBER), ([digits]) =>
      Number(digits.replaceAll(',', '')),
    );
    const at = this.#numbers.findIndex((value) => !isWhole || Number.isInteger(value));
    return at === -1 ? null : (this.#numbers.splice(at, 1)[0] ?? null);
  }

  /** The first of some values that the text names; null when it names none. */
  oneOf(values: readonly Json[]): Json {
    const text = ` ${this.#text.toLowerCase().replace(/[^a-z0-9_-]+/g, ' ')} `;
    const named = values.find((value) => {
      const word = typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value);
      return /^[a-z0-9_-]+$/.test(word) && text.includes(` ${word} `);
    });
    return named ?? null;
  }
}
