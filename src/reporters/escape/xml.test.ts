import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { makeVisible } from './visible.ts';
import { escapeXml } from './xml.ts';

function parse(xml: string): { text: string; attribute: string } {
  const parser = new SaxesParser();
  let text = '';
  let attribute = '';
  parser.on('text', (part) => (text += part));
  parser.on('opentag', (tag) => (attribute = tag.attributes['a'] ?? ''));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return { text, attribute };
}

test('every code point gives well-formed XML that says the same', () => {
  for (let start = 0; start <= 0x10ffff; start += 0x1000) {
    let all = '';
    for (let code = start; code < start + 0x1000; code += 1)
      all += String.fromCodePoint(code) + ' ';
    const escaped = escapeXml(all);
    const parsed = parse(`<x a="${escaped}">${escaped}</x>`);
    expect(parsed.text).toBe(makeVisible(all));
    expect(parsed.attribute).toBe(makeVisible(all));
  }
});

test('text cannot end a section of character data', () => {
  expect(escapeXml(']]>')).toBe(']]&gt;');
});
