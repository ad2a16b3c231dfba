import { describe, expect, test } from 'vitest';
import { type ApiAnswer, ApiClient } from './api-client.ts';
import { type Reply, serve, world } from '../../../test/support/loopback.ts';

interface Asked {
  readonly answer: ApiAnswer;
  readonly waits: readonly number[];
  readonly count: number;
}

/** Asks a server that answers in turn; the last answer stays. */
async function ask(
  replies: readonly Reply[],
  limits: { timeoutMs?: number; maxBytes?: number } = {},
): Promise<Asked> {
  const { url, seen } = await serve(
    (_, count) => replies[Math.min(count, replies.length) - 1] ?? {},
  );
  const context = world({}, limits);
  const client = new ApiClient(
    {
      title: 'Shop',
      endpoint: url,
      label: 'shop://p',
      headers: { 'x-key': 's3cret' },
      keyName: 'SHOP_KEY',
      secrets: ['s3cret'],
    },
    context,
  );
  const answer = await client.send({ path: '/x' });
  return { answer, waits: context.waits, count: seen.length };
}

const FINE: Reply = { body: { fine: true } };
const fine = { ok: true, value: { fine: true } };

describe('what may pass is tried again', () => {
  test('after the time that the server asks for', async () => {
    const asked = await ask([{ status: 429, headers: { 'retry-after': '7' } }, FINE]);
    expect(asked).toEqual({ answer: fine, waits: [7000], count: 2 });
  });

  test('after the moment that the server names', async () => {
    const at = 'Wed, 01 Apr 2026 12:00:30 GMT';
    expect(await ask([{ status: 503, headers: { 'retry-after': at } }, FINE])).toMatchObject({
      waits: [30_000],
    });
  });

  test('after longer and longer times where it asks for none', async () => {
    expect(await ask([{ status: 500 }, { status: 502 }, FINE])).toEqual({
      answer: fine,
      waits: [1000, 2000],
      count: 3,
    });
  });

  test('when the answer is cut off', async () => {
    expect(await ask([{ ...FINE, ends: 'cut' }, FINE])).toMatchObject({ answer: fine, count: 2 });
  });

  test('when the answer does not come to its end in time', async () => {
    const asked = await ask([{ ...FINE, ends: 'silent' }, FINE], { timeoutMs: 1000 });
    expect(asked.answer).toEqual(fine);
    // On a machine that is busy an answer may come late more than once.
    expect(asked.count).toBeGreaterThanOrEqual(2);
  });

  test('but not forever', async () => {
    const asked = await ask([{ status: 429, body: 'slow down, s3cret' }]);
    expect(asked.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000]);
    expect(asked.answer).toMatchObject({
      ok: false,
      status: 429,
      issue: {
        code: 'SOURCE_FAILED',
        message: 'Shop gave no usable answer, 7 times: HTTP 429: slow down, ***',
      },
    });
  });

  test('and not when it would take too long', async () => {
    const asked = await ask([{ status: 429, headers: { 'retry-after': '3600' } }]);
    expect(asked).toMatchObject({ answer: { ok: false }, waits: [], count: 1 });
  });
});

describe('what will not pass is said at once', () => {
  test('an answer that is not JSON', async () => {
    const asked = await ask([{ body: '<html>Log in</html>' }]);
    expect(asked).toMatchObject({
      count: 1,
      answer: { ok: false, issue: { message: expect.stringContaining('it is not JSON') } },
    });
  });

  test('an answer that is too long', async () => {
    const asked = await ask([{ body: { much: 'x'.repeat(2000) } }], { maxBytes: 1000 });
    expect(asked).toMatchObject({
      count: 1,
      answer: { ok: false, issue: { message: expect.stringContaining('longer than 1000 bytes') } },
    });
  });

  test('a request that the server does not understand', async () => {
    expect(await ask([{ status: 422, body: 'no such field' }])).toMatchObject({
      count: 1,
      answer: {
        status: 422,
        issue: { message: 'Shop gave no usable answer: HTTP 422: no such field' },
      },
    });
  });

  test('a key that is refused', async () => {
    await expect(ask([{ status: 403 }])).rejects.toMatchObject({
      issues: [{ code: 'SOURCE_REFUSED', hint: expect.stringContaining('SHOP_KEY') }],
    });
  });
});

test('a redirect is not followed, so the key stays where it belongs', async () => {
  const other = await serve(() => FINE);
  const asked = await ask([{ status: 302, headers: { location: other.url } }]);
  expect(asked).toMatchObject({ count: 1, answer: { ok: false, status: 302 } });
  expect(other.seen).toEqual([]);
});

/** Asks a server twice; `fetches` say what comes of each attempt. */
async function askTwice(...fetches: readonly (Response | string)[]): Promise<unknown[]> {
  const context = world({});
  const queue = [...fetches];
  const fetch = (): Promise<Response> => {
    const next = queue.shift();
    if (next instanceof Response) return Promise.resolve(next);
    const cause = Object.assign(new Error('no'), { code: next });
    return Promise.reject(new TypeError('x-key: s3cret', { cause }));
  };
  const api = { title: 'Shop', label: 'shop://p', headers: {}, keyName: 'K', secrets: [] };
  const client = new ApiClient(
    { ...api, endpoint: 'http://shop.example/api' },
    { ...context, fetch },
  );
  const answers = [await client.send({ path: '/x' }), await client.send({ path: '/x' })];
  return answers.map((answer) => (answer.ok ? answer.value : answer.issue.message));
}

test('a server that is not there is said at once, in plain words', async () => {
  expect(await askTwice('ECONNREFUSED', 'ENOTFOUND')).toEqual([
    'Shop gave no usable answer: no server answers at http://shop.example (ECONNREFUSED)',
    'Shop gave no usable answer: no server answers at http://shop.example (ENOTFOUND)',
  ]);
});

test('a server that was there may come back', async () => {
  const seven = Array.from({ length: 7 }, () => 'ECONNREFUSED');
  expect(await askTwice(Response.json(1), 'ECONNREFUSED', Response.json(2))).toEqual([1, 2]);
  expect(await askTwice(Response.json(1), ...seven)).toEqual([
    1,
    'Shop gave no usable answer, 7 times: the connection failed (ECONNREFUSED)',
  ]);
});
