import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { PAYLOADS } from '../fixtures/reports.ts';
import { markdownCode } from './markdown.ts';
import { makeVisible } from './visible.ts';

const renderer = new MarkdownIt({ html: true, linkify: true });

/** What a reader sees of the only code element in a paragraph; null when there is anything else. */
function readCode(html: string): string | null {
  const match = /^<p>a <code>([^<]*)<\/code> b<\/p>\n$/.exec(html);
  return match?.[1] === undefined ? null : decode(match[1]);
}

function decode(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

test('ordinary text is a code span', () => {
  expect(markdownCode('brave.web_search')).toBe('`brave.web_search`');
});

test('a backtick or a bar is written as a reference', () => {
  expect(markdownCode('a`b')).toBe('<code>a&#96;b</code>');
  expect(markdownCode('a|b')).toBe('<code>a&#124;b</code>');
});

test.each(PAYLOADS)('%j is shown as code and nothing else', (payload) => {
  expect(readCode(renderer.render(`a ${markdownCode(payload)} b`))).toBe(makeVisible(payload));
});

test('any text is shown as code and nothing else', () => {
  const unit = fc.constantFrom(...'`|\\<>[]()!*_~&#;@:/. aw\n\r$-='.split(''));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      expect(readCode(renderer.render(`a ${markdownCode(text)} b`))).toBe(makeVisible(text));
    }),
    { numRuns: 2000 },
  );
});

test('a cell of a table stays one cell', () => {
  const unit = fc.constantFrom(...'`|\\< a&'.split(''));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const table = `| x | y |\n|---|---|\n| ${markdownCode(text)} | end |\n`;
      const html = renderer.render(table);
      expect(html.match(/<td>/g)).toHaveLength(2);
      expect(html).toContain('<td>end</td>');
    }),
    { numRuns: 2000 },
  );
});
