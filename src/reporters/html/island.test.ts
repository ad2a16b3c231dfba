import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { island } from './island.ts';

const START = '<script type="application/json" id="x">';
const END = '</script>\n';

test('nothing inside a data block can end it or start a comment', () => {
  const block = island('x', JSON.stringify('</script><!--<script>\u2028\u2029'));
  expect(block).toBe(`${START}"\\u003c/script>\\u003c!--\\u003cscript>\\u2028\\u2029"${END}`);
});

test('a data block holds the same value whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const block = island('x', JSON.stringify(text));
      const inside = block.slice(START.length, -END.length);
      expect(inside).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(inside)).toBe(text);
    }),
  );
});
