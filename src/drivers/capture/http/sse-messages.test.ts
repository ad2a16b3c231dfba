import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SseMessages } from './sse-messages.ts';

function read(chunks: readonly Buffer[], maxLength = 1000): (string | null)[] {
  const result: (string | null)[] = [];
  const messages = new SseMessages(maxLength, (text) => result.push(text));
  for (const chunk of chunks) messages.add(chunk);
  return result;
}

const STREAM =
  ': hello\n\nid: 1\nevent: message\ndata: {"é":1}\n\r\ndata:{\r\ndata: }\r\n\r\ndata: cut off';

it('finds the data of all events that have ended, however the stream is split', () => {
  const bytes = Buffer.from(STREAM);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(read(chunks)).toEqual(['{"é":1}', '{\n}']);
    }),
  );
});

it('forgets an event that is too large and goes on with the next', () => {
  const large = Buffer.from(`data: ${'x'.repeat(30)}`);
  expect(read([large, large, Buffer.from('\n\ndata: small\n\n')], 20)).toEqual([null, 'small']);
});
