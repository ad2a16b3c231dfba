import { isJsonObject, type Json } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import type { RedactionPolicy } from './policy.ts';
import { Redactor } from './redactor.ts';
import { isSecretMember } from './secret-fields.ts';

/**
 * How a report quotes values and texts of one case: without secrets, or as they are. Placeholders are numbered by the
 * sources of the case alone, so they do not depend on what is quoted first. A secret that no source contains becomes
 * `[redacted]`.
 */
export class Quotes {
  readonly #policy: RedactionPolicy | null;
  readonly #sources: () => Iterable<Json>;
  #redactor: Redactor | null = null;

  /** Null quotes everything as it is. The sources are read when the first value is quoted. */
  constructor(policy: RedactionPolicy | null, sources: () => Iterable<Json>) {
    this.#policy = policy;
    this.#sources = sources;
  }

  /** A value; a secret is one whatever it looks like. */
  value(value: Json, isSecret = false): Json {
    const redactor = this.#open();
    if (redactor === null) return value;
    return isSecret ? redactor.secret(value) : redactor.json(value);
  }

  /** Whether the name of the member at these steps into a value says that it is a secret. */
  isSecretAt(value: Json, steps: readonly (string | number)[]): boolean {
    let isSecret = false;
    let at: Json | undefined = value;
    for (const step of steps) {
      if (typeof step === 'string') isSecret = isSecretMember(step, at);
      const members: Readonly<Record<string, Json>> | readonly Json[] | null =
        Array.isArray(at) || (at !== undefined && isJsonObject(at)) ? at : null;
      at = (members as Readonly<Record<string | number, Json>> | null)?.[step];
    }
    return isSecret;
  }

  /** Free text. */
  text(text: string): string {
    return this.#open()?.text(text) ?? text;
  }

  /** Text of ours that quotes other text. */
  message(text: string): string {
    return this.#open()?.message(text) ?? text;
  }

  /** An expected call as expectations write it: a tool, and its arguments as JSON behind it. */
  call(text: string): string {
    const redactor = this.#open();
    if (redactor === null) return text;
    const end = text.indexOf(' {');
    const parsed = end === -1 ? null : parseJson(text.slice(end + 1));
    if (parsed?.ok !== true) return redactor.message(text);
    const before = redactor.count;
    const written = `${redactor.name(text.slice(0, end))} ${stringifyJson(redactor.json(parsed.value))}`;
    return redactor.count === before ? text : written;
  }

  #open(): Redactor | null {
    if (this.#policy === null || this.#redactor !== null) return this.#redactor;
    const redactor = new Redactor(this.#policy);
    const sources = [...this.#sources()];
    for (const source of sources) redactor.reserve(source);
    for (const source of sources) redactor.json(source);
    redactor.close();
    return (this.#redactor = redactor);
  }
}

/** Quotes everything as it is. */
export const AS_WRITTEN: Quotes = new Quotes(null, () => []);

const LEFT_OUT = '[left out]';

/** Quotes names alone: no text, no value. */
class NamesAlone extends Quotes {
  constructor() {
    super(null, () => []);
  }

  override value(): Json {
    return LEFT_OUT;
  }

  override text(): string {
    return LEFT_OUT;
  }

  override call(text: string): string {
    const end = text.indexOf(' {');
    return end === -1 ? text : text.slice(0, end);
  }
}

/** Quotes names alone, for reports that may not contain texts. */
export const WITHOUT_TEXTS: Quotes = new NamesAlone();
