import { isJsonObject, type Json, type JsonObject } from '#core';

const SCHEME = 'attachment://';

/** Puts long texts back to where a log has only their hashes. */
export class Attachments {
  readonly #texts: JsonObject | null;

  constructor(texts: Json | undefined) {
    this.#texts = isJsonObject(texts) && Object.keys(texts).length > 0 ? texts : null;
  }

  /** The same value with all references replaced; it is as deep as JSON may be, and no deeper. */
  resolve<T extends Json | undefined>(value: T): T {
    return (this.#texts === null || value === undefined ? value : this.#resolve(value)) as T;
  }

  #resolve(value: Json): Json {
    if (typeof value === 'string') return this.#lookUp(value);
    if (Array.isArray(value)) return value.map((item: Json) => this.#resolve(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, this.#resolve(member)]),
    );
  }

  #lookUp(text: string): string {
    if (this.#texts === null || !text.startsWith(SCHEME)) return text;
    const hash = text.slice(SCHEME.length);
    const attachment = Object.hasOwn(this.#texts, hash) ? this.#texts[hash] : undefined;
    return typeof attachment === 'string' ? attachment : text;
  }
}
