import {
  type CodeWith,
  DATASET_CODES,
  type Decimal,
  parseDecimal,
  RUN_CODES,
  type UserError,
  userErrorsOf,
} from '#core';

const FLAG_CODES = { ...RUN_CODES, ...DATASET_CODES } as const;
const flagError = userErrorsOf(FLAG_CODES);

/** A flag, and the code of the error where its value cannot be used. */
export interface Flag {
  readonly name: string;
  readonly code: CodeWith<typeof FLAG_CODES>;
}

/** The error of a flag whose value cannot be used: `expected` is what to write instead. */
export function valueError({ name, code }: Flag, text: string, expected: string): UserError {
  return flagError(code, `${name} ${text}: ${expected}`);
}

const MAX_WHOLE_NUMBER = 999_999_999;

/** A whole number in decimal digits. A message names the upper limit only where the flag has one. */
export function parseWholeNumber(flag: Flag, text: string, min: number, max?: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= (max ?? MAX_WHOLE_NUMBER)) return value;
  const range = max === undefined ? `from ${min}` : `from ${min} to ${max}`;
  throw valueError(flag, text, `write a whole number ${range}`);
}

/** An amount of money above 0. */
export function parseAmount(flag: Flag, text: string): number {
  const value = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0) return value;
  throw valueError(flag, text, 'write an amount above 0, such as 2.50');
}

/** A share from 0 to 1, also as a percentage. */
export function parseShare(flag: Flag, text: string): Decimal {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1];
  const value = parseDecimal(percent ?? text);
  const share =
    value === null || percent === undefined ? value : { num: value.num, den: value.den * 100n };
  if (share !== null && share.num >= 0n && share.num <= share.den) return share;
  throw valueError(flag, text, 'write a share from 0 to 1, such as 0.02 or 2%');
}

/** A whole percentage; the sign is optional. */
export function parsePercentage(flag: Flag, text: string): number {
  const digits = /^(100|\d{1,2})%?$/.exec(text)?.[1];
  if (digits !== undefined) return Number(digits);
  throw valueError(flag, text, 'write 0% to 100%');
}

/** One of a few words. */
export function parseChoice<T extends string>(flag: Flag, text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  const others = choices.slice(0, -1).join(', ');
  throw valueError(flag, text, `write ${others} or ${choices.at(-1)}`);
}

/** Names with commas between them; an empty list where there is none. */
export function parseNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

const HOURS = { h: 1, d: 24, w: 168 } as const;

/** An age such as 12h, 30d or 8w, in milliseconds; null where the text is not an age. */
export function parseAge(text: string): number | null {
  const age = /^([1-9]\d{0,4})([hdw])$/.exec(text);
  return age === null ? null : Number(age[1]) * HOURS[age[2] as keyof typeof HOURS] * 3_600_000;
}
