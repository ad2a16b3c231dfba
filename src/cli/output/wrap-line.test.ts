import { expect, it } from 'vitest';
import { wrapLine } from './wrap-line.ts';

it('breaks a long line at blanks and indents what follows', () => {
  expect(wrapLine('  hint: one two three four', 16)).toBe('  hint: one two\n    three four');
  expect(wrapLine('a.yaml:1:1 no such key', 14)).toBe('a.yaml:1:1 no\n  such key');
});

it('leaves short lines, words that do not fit and quoted lines as they are', () => {
  expect(wrapLine('short', 10)).toBe('short');
  expect(wrapLine('averyverylongword', 10)).toBe('averyverylongword');
  expect(wrapLine('  12 | a source line that is long', 10)).toBe(
    '  12 | a source line that is long',
  );
  expect(wrapLine('  | File "a.py", line 1', 10)).toBe('  | File "a.py", line 1');
});

it('does not count colours', () => {
  const line = '  \u001b[36mhint:\u001b[39m one two';
  expect(wrapLine(line, 15)).toBe(line);
});
