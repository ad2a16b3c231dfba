import { expect, it } from 'vitest';
import { readLimited } from './read-limited.ts';

/** Node streams a body only where a request says so; the types of browsers do not have that member. */
const requestOf = (body: BodyInit, headers: Record<string, string> = {}): Request => {
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  };
  return new Request('http://127.0.0.1/', init);
};

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
