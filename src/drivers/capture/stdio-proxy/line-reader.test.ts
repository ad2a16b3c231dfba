import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineReader } from './line-reader.ts';

function readLines(chunks: readonly Buffer[], maxBytes: number): readonly (string | null)[] {
  const lines: (string | null)[] = [];
  const reader = new LineReader(maxBytes, (line) => lines.push(line));
  for (const chunk of chunks) reader.read(chunk);
  return lines;
}

it('reports lines at their end, and skips empty ones', () => {
  const chunks = ['{"a":1}\n\n{"b"', ':2}', '\n{"c"'].map((text) => Buffer.from(text));
  expect(readLines(chunks, 100)).toEqual(['{"a":1}', '{"b":2}']);
});

it('reports a line that is too long as null, and the next one whole', () => {
  const chunks = ['12345', '6\n', '12345\n1234567\n1\n'].map((text) => Buffer.from(text));
  expect(readLines(chunks, 5)).toEqual([null, '12345', null, '1']);
});

it('reads the same lines however the bytes are split, also inside a character', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀') }), { maxLength: 6 }),
      fc.array(fc.nat(80), { maxLength: 8 }),
      (texts, cuts) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b)];
        const chunks = places.map((from, i) => bytes.subarray(from, places[i + 1]));
        expect(readLines(chunks, 1000)).toEqual(texts.filter((text) => text !== ''));
      },
    ),
  );
});
