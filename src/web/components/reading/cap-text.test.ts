import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { capText, LINE_CAP, nextCap, PAGE_CAP, ROLE_CAPS } from './cap-text.ts';

it('leaves short texts alone', () => {
  expect(capText('a\nb', ROLE_CAPS.user)).toBe('a\nb');
  expect(capText('a', LINE_CAP)).toBe('a');
});

it('puts results and instructions in one line', () => {
  expect(capText('a\n  b', ROLE_CAPS.tool)).toBe('a b');
  expect(capText('x'.repeat(5000), ROLE_CAPS.system)).toBe(`${'x'.repeat(160)}…`);
});

it('cuts by lines, then by characters', () => {
  expect(capText('1\n2\n3\n4', { lines: 2, characters: 100 })).toBe('1\n2…');
  expect(capText('12345\n2\n3', { lines: 2, characters: 4 })).toBe('1234…');
});

it('never shows more than its cap', () => {
  const caps = fc.constantFrom(LINE_CAP, ROLE_CAPS.user, { lines: 3, characters: 9 });
  fc.assert(
    fc.property(fc.string({ maxLength: 3000 }), caps, (text, cap) => {
      const shown = capText(text, cap);
      expect(shown.length).toBeLessThanOrEqual(Math.max(cap.characters + 1, 1));
      expect(shown.split('\n').length).toBeLessThanOrEqual(cap.lines);
    }),
  );
});

it('opens an oversized text in steps', () => {
  const text = 'line\n'.repeat(100_000);
  const first = capText(text, PAGE_CAP);
  expect(first.split('\n')).toHaveLength(PAGE_CAP.lines);
  expect(capText(text, nextCap(PAGE_CAP)).split('\n')).toHaveLength(4 * PAGE_CAP.lines);
});
