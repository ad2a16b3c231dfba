import { expect, it } from 'vitest';
import { readLimited } from './read-limited.ts';

const requestOf = (body: BodyInit, headers: Record<string, string> = {}): Request =>
  new Request('http://127.0.0.1/', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  });

it('reads a body up to the limit, and none beyond it', async () => {
  expect((await readLimited(requestOf('12345'), 5)).toString()).toBe('12345');
  await expect(readLimited(requestOf('123456'), 5)).rejects.toMatchObject({ status: 413 });
});

it('does not wait for a body that says it is too long', async () => {
  // A body of which nothing ever comes.
  const silent = new ReadableStream({});
  const asked = readLimited(requestOf(silent, { 'Content-Length': '6' }), 5);
  await expect(asked).rejects.toMatchObject({ status: 413 });
});
