import { ExactNumber, type Json, type JsonObject } from '#core';

/** The conditions of a schema in words. */
const LIMITS: readonly (readonly [keyword: string, words: (value: string) => string])[] = [
  ['format', (value) => value],
  ['minimum', (value) => `at least ${value}`],
  ['exclusiveMinimum', (value) => `above ${value}`],
  ['maximum', (value) => `at most ${value}`],
  ['exclusiveMaximum', (value) => `below ${value}`],
  ['multipleOf', (value) => `a multiple of ${value}`],
  ['minLength', (value) => `at least ${amount(value, 'character')}`],
  ['maxLength', (value) => `at most ${amount(value, 'character')}`],
  ['pattern', (value) => `pattern ${value}`],
  ['minItems', (value) => `at least ${amount(value, 'item')}`],
  ['maxItems', (value) => `at most ${amount(value, 'item')}`],
];

/** What a value must satisfy beside its type, in words. */
export function limitsOf(keywords: JsonObject): readonly string[] {
  return LIMITS.flatMap(([keyword, words]) => {
    const value = plainText(keywords[keyword]);
    return value === null ? [] : [words(value)];
  });
}

function plainText(value: Json | undefined): string | null {
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'number' || typeof value === 'string' ? String(value) : null;
}

function amount(count: string, noun: string): string {
  return count === '1' ? `1 ${noun}` : `${count} ${noun}s`;
}
