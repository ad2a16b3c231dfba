import { describe, expect, test } from 'vitest';
import { serve } from '../../../test/support/loopback.ts';
import { Budget } from './budget.ts';
import { loopback, optionsFor, quickWorld } from './fixtures/loopback.ts';
import { NEVER, REQUEST } from './fixtures/request.ts';
import type { ModelOptions, ModelProvider } from './model-options.ts';
import { openModel } from './open-model.ts';

const PROVIDERS: readonly ModelProvider[] = ['openai', 'openai-compatible', 'anthropic', 'google'];
const KEY = 's3cret-of-ours';

describe('what may pass is asked again', () => {
  test('after the seconds that the provider names', async () => {
    const server = await loopback({ faults: [{ at: 1, status: 429, retry_after: 7 }] });
    const world = quickWorld();
    const answer = await openModel(optionsFor(server), {}, world).answer(REQUEST, NEVER);
    expect(answer.text).toBe('done');
    expect(world.waits).toEqual([7000]);
  });

  test('after the moment that the provider names', async () => {
    const retry_after = 'Wed, 01 Apr 2026 12:00:30 GMT';
    const server = await loopback({ faults: [{ at: 1, status: 503, retry_after }] });
    const world = quickWorld();
    await openModel(optionsFor(server), {}, world).answer(REQUEST, NEVER);
    expect(world.waits).toEqual([30_000]);
  });

  test('after two minutes at most, whatever it names', async () => {
    const server = await loopback({ faults: [{ at: 1, status: 429, retry_after: 86_400 }] });
    const world = quickWorld();
    await openModel(optionsFor(server), {}, world).answer(REQUEST, NEVER);
    expect(world.waits).toEqual([120_000]);
  });

  test('after the delay that Google writes into the error', async () => {
    const details = [{ '@type': 'google.rpc.RetryInfo', retryDelay: '3.5s' }];
    const { url } = await serve((_, count) =>
      count === 1
        ? { status: 429, body: { error: { message: 'You exceeded your current quota', details } } }
        : { body: { candidates: [{ content: { parts: [{ text: 'ok' }] } }], modelVersion: 'm' } },
    );
    const world = quickWorld();
    const options: ModelOptions = {
      provider: 'google',
      model: 'm',
      baseUrl: url,
      apiKey: null,
      timeoutMs: 10_000,
    };
    await openModel(options, {}, world).answer(REQUEST, NEVER);
    expect(world.waits).toEqual([3500]);
  });

  test.each(PROVIDERS)(
    'after longer and longer random times, but not forever, by %s',
    async (by) => {
      const server = await loopback({ faults: [{ every: 1, status: 500 }] });
      const world = quickWorld();
      const asked = openModel(optionsFor(server, by), {}, world).answer(REQUEST, NEVER);
      await expect(asked).rejects.toMatchObject({
        isFinal: false,
        issue: {
          code: 'MODEL_FAILED',
          message: `${by}:m gave no answer: HTTP 500: as scripted (6 times)`,
        },
      });
      // Half of 1, 2, 4, 8 and 16 seconds.
      expect(world.waits).toEqual([500, 1000, 2000, 4000, 8000]);
    },
  );

  test.each([408, 409, 429, 502, 529])('after HTTP %i', async (status) => {
    const server = await loopback({ faults: [{ at: 1, status }] });
    const model = openModel(optionsFor(server), {}, quickWorld());
    expect(await model.answer(REQUEST, NEVER)).toMatchObject({ text: 'done', model: 'm' });
  });

  test.each(['cut', 'reset', 'not_json', 'empty'] as const)(
    'when the answer is %s',
    async (kind) => {
      for (const provider of PROVIDERS) {
        const server = await loopback({ faults: [{ at: 1, kind }] });
        const model = openModel(optionsFor(server, provider), {}, quickWorld());
        expect(await model.answer(REQUEST, NEVER)).toMatchObject({ text: 'done' });
        expect(server.stats.requests).toBe(2);
      }
    },
  );

  test.each(['hang', 'drip'] as const)('when it does not come in time (%s)', async (kind) => {
    const server = await loopback({ faults: [{ at: 1, kind }] });
    const model = openModel({ ...optionsFor(server), timeoutMs: 250 }, {}, quickWorld());
    expect(await model.answer(REQUEST, NEVER)).toMatchObject({ text: 'done' });
    expect(server.stats.requests).toBe(2);
  });

  test('and an answer that is never understood is an error', async () => {
    const server = await loopback({ faults: [{ every: 1, kind: 'not_json' }] });
    const asked = openModel(optionsFor(server), { attempts: 2 }, quickWorld());
    await expect(asked.answer(REQUEST, NEVER)).rejects.toMatchObject({
      issue: { code: 'MODEL_ANSWER', message: expect.stringContaining('it is not JSON') },
    });
    expect(server.stats.requests).toBe(2);
  });

  test('and each attempt is paid for', async () => {
    const server = await loopback({ faults: [{ every: 1, status: 500 }] });
    const budget = new Budget({ calls: 4, tokens: null, cost: null });
    const asked = openModel(optionsFor(server), { budget }, quickWorld()).answer(REQUEST, NEVER);
    await expect(asked).rejects.toMatchObject({ issue: { code: 'BUDGET_SPENT' } });
    expect(server.stats.requests).toBe(4);
  });
});

describe('what will not pass is said at once, and ends all runs of the agent', () => {
  test.each(PROVIDERS)('a key that %s does not accept', async (provider) => {
    const server = await loopback({ key: 'another' });
    const asked = openModel({ ...optionsFor(server, provider), apiKey: KEY }, {}, quickWorld());
    const failure = await asked.answer(REQUEST, NEVER).catch((error: unknown) => error);
    expect(failure).toMatchObject({ isFinal: true, issue: { code: 'MODEL_KEY' } });
    // The server says the key back to us.
    expect(JSON.stringify(failure)).not.toContain(KEY);
    expect(server.stats.requests).toBe(1);
  });

  test.each([
    ['openai', null, KEY, 'look at OPENAI_API_KEY'],
    ['anthropic', 'TEAM_KEY', KEY, 'look at TEAM_KEY'],
    ['google', null, null, 'no key was sent: set GEMINI_API_KEY'],
    ['openai-compatible', null, null, 'no key was sent: set the variable of `api_key_env`'],
  ] as const)(
    'with the variable to look at, for %s',
    async (provider, keyVariable, apiKey, hint) => {
      const server = await loopback({ key: 'another' });
      const options = { ...optionsFor(server, provider), keyVariable, apiKey };
      await expect(openModel(options).answer(REQUEST, NEVER)).rejects.toMatchObject({
        issue: { hint: expect.stringContaining(hint) },
      });
    },
  );

  test.each(PROVIDERS)('a model that %s does not know', async (provider) => {
    const server = await loopback({ models: ['other'] });
    await expect(
      openModel(optionsFor(server, provider)).answer(REQUEST, NEVER),
    ).rejects.toMatchObject({ isFinal: true, issue: { code: 'MODEL_UNKNOWN' } });
    expect(server.stats.requests).toBe(1);
  });

  test.each(PROVIDERS)('another model that answers in its place at %s', async (provider) => {
    const server = await loopback({ faults: [{ every: 1, kind: 'wrong_model' }] });
    await expect(
      openModel(optionsFor(server, provider)).answer(REQUEST, NEVER),
    ).rejects.toMatchObject({
      isFinal: true,
      issue: { code: 'MODEL_OTHER', message: `${provider}:m was asked and another-model answered` },
    });
    expect(server.stats.requests).toBe(1);
  });

  test('a quota that is used up, though its status is that of too many requests', async () => {
    const { url } = await serve(() => ({
      status: 429,
      body: { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } },
    }));
    const options = { ...optionsFor(await loopback()), baseUrl: url };
    await expect(openModel(options).answer(REQUEST, NEVER)).rejects.toMatchObject({
      isFinal: true,
      issue: { code: 'MODEL_QUOTA' },
    });
  });

  test.each(PROVIDERS)('a redirect by %s, which neither key nor prompt follows', async (by) => {
    const other = await serve(() => ({ body: 'reached' }));
    for (const status of [301, 302, 303, 307, 308]) {
      // To another origin, and to another place of the same one.
      for (const location of [other.url, '/here']) {
        const { url, seen } = await serve(() => ({ status, headers: { location } }));
        const options = { ...optionsFor(await loopback(), by), baseUrl: url, apiKey: KEY };
        await expect(openModel(options).answer(REQUEST, NEVER)).rejects.toMatchObject({
          isFinal: true,
          issue: {
            code: 'MODEL_FAILED',
            message: `${by}:m sends us elsewhere (HTTP ${status}), and keys are not taken along`,
            hint: 'write the final address as `base_url`',
          },
        });
        expect(seen).toHaveLength(1);
      }
    }
    expect(other.seen).toEqual([]);
  });

  test('but a prompt that is refused concerns its run only', async () => {
    const server = await loopback({
      faults: [{ at: 1, status: 400, message: 'the context is too long' }],
    });
    await expect(openModel(optionsFor(server)).answer(REQUEST, NEVER)).rejects.toMatchObject({
      isFinal: false,
      issue: { code: 'MODEL_REFUSED', message: expect.stringContaining('the context is too long') },
    });
  });
});

test('an answer that was cut before it said anything is an error of its run, and asked for once', async () => {
  const message = { role: 'assistant', content: null };
  const { url, seen } = await serve(() => ({
    body: { model: 'm', choices: [{ message, finish_reason: 'length' }] },
  }));
  const options = { ...optionsFor(await loopback()), baseUrl: url };
  await expect(openModel(options).answer(REQUEST, NEVER)).rejects.toMatchObject({
    isFinal: false,
    issue: { code: 'MODEL_CUT' },
  });
  expect(seen).toHaveLength(1);
});

test('another name for the model is fine where it is announced', async () => {
  const server = await loopback({ decisions: [{ text: 'ok', model: 'gpt-4o-2024-08-06' }] });
  const options = optionsFor(server);
  const named = openModel({ ...options, model: 'our-deployment', answersAs: 'gpt-4o' });
  expect(await named.answer(REQUEST, NEVER)).toMatchObject({ model: 'gpt-4o-2024-08-06' });
  const any = openModel({ ...options, model: 'router', answersAs: '*' });
  expect(await any.answer(REQUEST, NEVER)).toMatchObject({ model: 'gpt-4o-2024-08-06' });
});

describe('the key', () => {
  test.each([
    ['openai', 'authorization', `Bearer ${KEY}`],
    ['openai-compatible', 'authorization', `Bearer ${KEY}`],
    ['anthropic', 'x-api-key', KEY],
    ['google', 'x-goog-api-key', KEY],
  ] as const)(
    'goes to %s as %s, and nothing like it without one',
    async (provider, name, value) => {
      const server = await loopback();
      await openModel({ ...optionsFor(server, provider), apiKey: KEY }).answer(REQUEST, NEVER);
      await openModel(optionsFor(server, provider)).answer(REQUEST, NEVER);
      const [withKey, without] = server.requests.map(({ headers }) => headers);
      expect(withKey).toHaveProperty(name, value);
      for (const header of ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'])
        expect(without).not.toHaveProperty(header);
    },
  );

  test('goes under a name of its own as Azure wants it, with the query in every request', async () => {
    const server = await loopback();
    const options: ModelOptions = {
      ...optionsFor(server),
      baseUrl: `${server.url}/openai/deployments/d/?api-version=2024-10-21`,
      apiKey: KEY,
      keyHeader: 'api-key',
      headers: { 'X-Team': 'blue' },
    };
    await openModel(options).answer(REQUEST, NEVER);
    const [request] = server.requests;
    expect(request?.path).toBe('/openai/deployments/d/chat/completions?api-version=2024-10-21');
    expect(request?.headers).toMatchObject({ 'api-key': KEY, 'x-team': 'blue' });
    expect(request?.headers).not.toHaveProperty('authorization');
  });
});

describe('a set-up that cannot work is refused before anything is asked', () => {
  const options: ModelOptions = {
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: 'http://127.0.0.1:9',
    apiKey: null,
    timeoutMs: 1000,
  };
  test.each([
    ['no address', { baseUrl: null }, 'openai-compatible:m needs a base_url'],
    ['no web address', { baseUrl: 'file:///etc/passwd' }, 'is not an address of http or https'],
    ['a password in the address', { baseUrl: 'http://u:p@h/' }, 'without a password'],
    ['a key of two lines', { apiKey: 'one\ntwo' }, 'characters that no key has'],
    ['a header of two lines', { headers: { a: 'b\nc' } }, 'characters that no header has'],
  ])('%s', (_, change, message) => {
    expect(() => openModel({ ...options, ...change })).toThrow(message);
  });
});

describe('a run that is stopped', () => {
  test('ends the request that is under way', async () => {
    const server = await loopback({ faults: [{ every: 1, kind: 'hang' }] });
    const stop = new AbortController();
    const world = quickWorld();
    const fetch: typeof globalThis.fetch = (input, init) => {
      queueMicrotask(() => stop.abort());
      return globalThis.fetch(input, init);
    };
    const asked = openModel(optionsFor(server), { attempts: 1 }, { ...world, fetch });
    await expect(asked.answer(REQUEST, stop.signal)).rejects.toMatchObject({
      issue: { code: 'DRIVE_STOPPED' },
    });
    expect(world.waits).toEqual([]);
  });

  test('ends the wait for the next attempt, with the reason that was given', async () => {
    const server = await loopback({ faults: [{ every: 1, status: 500 }] });
    const stop = new AbortController();
    const sleep = (_: number, signal: AbortSignal): Promise<void> => {
      stop.abort();
      return signal.aborted ? Promise.reject(new Error('ended')) : Promise.resolve();
    };
    const asked = openModel(optionsFor(server), {}, { ...quickWorld(), sleep });
    await expect(asked.answer(REQUEST, stop.signal)).rejects.toMatchObject({
      issue: { code: 'DRIVE_STOPPED' },
    });
    expect(server.stats.requests).toBe(1);
  });
});
