import { findCards, findEmails, findPhones } from './find-pii.ts';
import { REDACTED } from './placeholder.ts';
import { replaceSpans } from './replace-spans.ts';

const PERSONAL = /\[(?:email|phone|card)-[1-9]\d{0,5}\]/g;

/** Whether something of unknown kind was removed from a text. */
export function containsRedacted(text: string): boolean {
  return text.includes(REDACTED);
}

/**
 * The personal values in a text, in one spelling each: addresses without case, numbers as digits. A placeholder counts
 * as a value. A part of the text is one value at most.
 */
export function* personalValues(text: string): Generator<string> {
  const values: string[] = [];
  const take =
    (kind: string, spell: (value: string) => string) =>
    (value: string): string => {
      values.push(`${kind}:${spell(value)}`);
      return ' ';
    };
  const digits = (value: string): string => value.replaceAll(/\D/g, '');
  let rest = text.replaceAll(PERSONAL, take('placeholder', String));
  rest = replaceSpans(
    rest,
    findEmails(rest),
    take('email', (value) => value.toLowerCase()),
  );
  rest = replaceSpans(rest, findCards(rest), take('card', digits));
  replaceSpans(rest, findPhones(rest), take('phone', digits));
  yield* values;
}
