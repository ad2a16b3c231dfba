import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { WITH_PII } from './policy.ts';
import { Redactor } from './redactor.ts';
import { renumberPlaceholders } from './renumber.ts';

it('numbers placeholders by where they come first, each kind by itself', () => {
  const value = {
    text: 'from [email-3] to [email-1] and [email-3], by [phone-9]',
    also: ['[redacted]', { '[email-7]': '[secret-2]', note: '[email-1]' }],
    count: 3,
  };
  expect(renumberPlaceholders(value)).toEqual({
    // `also` comes before `text`.
    also: ['[redacted]', { '[email-1]': '[secret-1]', note: '[email-2]' }],
    text: 'from [email-3] to [email-2] and [email-3], by [phone-1]',
    count: 3,
  });
});

it('does not copy a value without placeholders', () => {
  const value = { list: [1, 'a [b] c', null] };
  expect(renumberPlaceholders(value)).toBe(value);
});

const word = fc.constantFrom('a@x.org', 'b@x.org', 'c@x.org', '+49 170 1234567', 'word');
const part = fc.array(word, { maxLength: 4 }).map((words) => words.join(' and '));
const parts = fc.array(
  fc.oneof(part, fc.dictionary(fc.constantFrom('k', 'm', 'to d@x.org'), part)),
  { minLength: 1, maxLength: 5 },
);

it('makes a part equal to itself, whatever was redacted before it', () => {
  fc.assert(
    fc.property(parts, parts, (before, value) => {
      const alone = new Redactor(WITH_PII).json(value);
      const redactor = new Redactor(WITH_PII);
      redactor.json(before);
      const later = redactor.json(value);
      expect(renumberPlaceholders(later)).toEqual(renumberPlaceholders(alone));
    }),
    { numRuns: 300 },
  );
});
