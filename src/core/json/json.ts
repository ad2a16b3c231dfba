/** A JSON number that no double holds exactly: its digits are kept instead. */
export class ExactNumber {
  /** Canonical decimal text: `-`? digits, then `e` exponent when it is not zero. No trailing zeros in the digits. */
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A parsed JSON value. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

/** Whether a value is a JSON object: not null, not a list, not an exact number. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}
