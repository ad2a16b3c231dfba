import { expect, it } from 'vitest';
import { escapeJson } from './json.ts';
import { makeVisible } from './visible.ts';

it('means the same, and shows nothing that the terminal must not get, for every code point', () => {
  for (let start = 0; start < 0x110000; start += 0x1000) {
    const text = String.fromCodePoint(...Array.from({ length: 0x1000 }, (_, i) => start + i));
    const escaped = escapeJson(JSON.stringify({ text }));
    expect((JSON.parse(escaped) as { text: string }).text === text).toBe(true);
    // The emoji selector alone stays, which shows nothing and hides nothing.
    expect(makeVisible(escaped).replaceAll('\\u{fe0f}', '\ufe0f') === escaped).toBe(true);
  }
});

it('leaves line ends and ordinary text as they are', () => {
  const json = JSON.stringify({ a: 'é 漢 😀', b: ['x'] }, null, 2);
  expect(escapeJson(`${json}\n`)).toBe(`${json}\n`);
});
