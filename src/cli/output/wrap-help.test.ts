import { expect, it } from 'vitest';
import { wrapHelp } from './wrap-help.ts';

it('wraps the second column below its start', () => {
  expect(wrapHelp('  tool mcp    one two three four five six', 36)).toBe(
    '  tool mcp    one two three four\n              five six',
  );
});

it('puts a second column below a long command', () => {
  expect(wrapHelp('  tool convert --to otlp  one two three four', 38)).toBe(
    '  tool convert --to otlp\n      one two three four',
  );
});

it('wraps a line of one column, and leaves what fits', () => {
  expect(wrapHelp('short\n\nExit codes: 0 held, 1 failed', 16)).toBe(
    'short\n\nExit codes: 0\n  held, 1 failed',
  );
});
