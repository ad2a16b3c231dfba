import { expect, it, test } from 'vitest';
import { load as parse } from 'js-yaml';
import { yamlText } from './yaml.ts';

it('is read back as it was, for every kind of code point, in a block and in a flow list', () => {
  const texts: string[] = [];
  for (let start = 0; start <= 0x10ffff; start += 0x100) {
    // Half pairs are not text, and most of the later planes is alike.
    const isLater = start >= 0x20000 && (start < 0xe0000 || start > 0xe1000);
    if ((start >= 0xd800 && start <= 0xdfff) || isLater) continue;
    texts.push(String.fromCodePoint(...Array.from({ length: 0x100 }, (_, i) => start + i)));
  }
  expect(parse(texts.map((text) => `- ${yamlText(text)}\n`).join(''))).toEqual(texts);
  expect(parse(`[${texts.slice(0, 300).map(yamlText).join(', ')}]`)).toEqual(texts.slice(0, 300));
});

test.each([
  ['brave.web_search', 'brave.web_search'],
  ['Exa Search (2).web-search', 'Exa Search (2).web-search'],
  ['yes', '"yes"'],
  ['', '""'],
  ['12', '"12"'],
  ['a: b', '"a: b"'],
  ['a #b', '"a #b"'],
  ['"\\', '"\\"\\\\"'],
  ['a\nb', '"a\\u000Ab"'],
  ['a\u202eb', '"a\\u202Eb"'],
  ['a\u{e0041}b', '"a\\U000E0041b"'],
  ['a\ud800b', '"a\\uFFFDb"'],
])('%j is written %s', (text, written) => {
  expect(yamlText(text)).toBe(written);
});
