import { expect, test } from 'vitest';
import { hintShortener } from './repeated-hints.ts';

const LIST = `traces are read as ${Array.from({ length: 40 }, (_, i) => `format-${i}`).join(', ')}`;

test('a long list at the end of hints is shown once', () => {
  const shorten = hintShortener();
  expect(shorten(`give the questions instead; ${LIST}`)).toBe(
    `give the questions instead; ${LIST}`,
  );
  expect(shorten(`it is a dataset; ${LIST}`)).toBe('it is a dataset');
  expect(shorten(LIST)).toBeNull();
});

test('short hints are shown as often as they are needed', () => {
  const shorten = hintShortener();
  expect(shorten('did you mean "traces"?')).toBe('did you mean "traces"?');
  expect(shorten('did you mean "traces"?')).toBe('did you mean "traces"?');
});
