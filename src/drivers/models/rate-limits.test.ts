import { expect, test } from 'vitest';
import type { ChatAnswer, ChatModel } from '../chat.ts';
import { loopback, optionsFor, quickWorld } from './fixtures/loopback.ts';
import { NEVER, REQUEST } from './fixtures/request.ts';
import type { ModelWorld } from './model-world.ts';
import { openModel } from './open-model.ts';
import { TransientError } from './transient-error.ts';
import { RateLimits, type RateLimitOptions } from './rate-limits.ts';

const ANSWER: ChatAnswer = {
  model: 'm',
  text: 'ok',
  calls: [],
  usage: { inputTokens: 400, outputTokens: 100 },
  raw: null,
  exchange: { request: null, response: null },
};
const UNLIMITED: RateLimitOptions = {
  requestsPerMinute: null,
  tokensPerMinute: null,
  maxInFlight: null,
};

/** A model that notes when it is asked, in milliseconds from now on. */
function noting(world: ModelWorld): { readonly model: ChatModel; readonly times: number[] } {
  const times: number[] = [];
  const start = world.now();
  return {
    times,
    model: {
      answer: () => {
        times.push(world.now() - start);
        return Promise.resolve(ANSWER);
      },
    },
  };
}

test('no minute has more requests than allowed', async () => {
  const world = quickWorld();
  const { model, times } = noting(world);
  const limited = new RateLimits({ ...UNLIMITED, requestsPerMinute: 2 }, world).wrap(model);
  await Promise.all(Array.from({ length: 5 }, () => limited.answer(REQUEST, NEVER)));
  expect(times).toEqual([0, 0, 60_000, 60_000, 120_000]);
});

test('no second has more requests than allowed', async () => {
  const world = quickWorld();
  const { model, times } = noting(world);
  const limited = new RateLimits({ ...UNLIMITED, requestsPerSecond: 2 }, world).wrap(model);
  await Promise.all(Array.from({ length: 5 }, () => limited.answer(REQUEST, NEVER)));
  expect(times).toEqual([0, 0, 1000, 1000, 2000]);
});

test('no minute has more tokens than allowed, and a request beyond the limit goes alone', async () => {
  const world = quickWorld();
  const { model, times } = noting(world);
  const limited = new RateLimits({ ...UNLIMITED, tokensPerMinute: 900 }, world).wrap(model);
  // An estimate of one token each, 500 once the answer is there.
  for (let asked = 0; asked < 3; asked++) await limited.answer(REQUEST, NEVER);
  expect(times).toEqual([0, 0, 60_000]);
  const long = { ...REQUEST, system: 'x'.repeat(40_000) };
  await limited.answer(long, NEVER);
  expect(times.at(-1)).toBe(120_000);
});

test('never are more under way than allowed, and all get their turn', async () => {
  const server = await loopback({ decisions: [{ text: 'ok', delay_ms: 5 }] });
  const world = quickWorld();
  const rateLimits = new RateLimits({ ...UNLIMITED, maxInFlight: 3 }, world);
  const model = openModel(optionsFor(server), { rateLimits }, world);
  const runs = Array.from({ length: 20 }, () => new AbortController().signal);
  await Promise.all(runs.map((signal) => model.answer(REQUEST, signal)));
  expect(server.stats).toMatchObject({ requests: 20, most_in_flight: 3 });
});

test.each([
  ['for as long as the provider asks', 30_000, 30_000],
  ['for a second where it does not say', null, 1000],
  ['for two minutes at most', 999_000, 120_000],
])('too many requests for one hold up everybody, %s', async (_, waitMs, pauseMs) => {
  const world = quickWorld();
  const { model, times } = noting(world);
  const limits = new RateLimits(UNLIMITED, world);
  const refused = new TransientError('MODEL_FAILED', 'slow down', { waitMs, isRateLimit: true });
  const refusing = limits.wrap({ answer: () => Promise.reject(refused) });
  await expect(refusing.answer(REQUEST, NEVER)).rejects.toBe(refused);
  const others = limits.wrap(model);
  await Promise.all([others.answer(REQUEST, NEVER), others.answer(REQUEST, NEVER)]);
  expect(times).toEqual([pauseMs, pauseMs]);
});

test('a 429 of the provider is too many requests', async () => {
  const server = await loopback({ faults: [{ at: 1, status: 429, retry_after: 30 }] });
  const world = quickWorld();
  const rateLimits = new RateLimits(UNLIMITED, world);
  const impatient = openModel(optionsFor(server), { rateLimits, attempts: 1 }, world);
  await expect(impatient.answer(REQUEST, NEVER)).rejects.toThrow('HTTP 429');
  await impatient.answer(REQUEST, NEVER);
  expect(world.waits).toEqual([30_000]);
});

test('a failure gives its place back', async () => {
  const world = quickWorld();
  const broken = new TransientError('MODEL_FAILED', 'no');
  const limits = new RateLimits({ ...UNLIMITED, maxInFlight: 1 }, world);
  const failing = limits.wrap({ answer: () => Promise.reject(broken) });
  await expect(failing.answer(REQUEST, NEVER)).rejects.toBe(broken);
  await expect(limits.wrap(noting(world).model).answer(REQUEST, NEVER)).resolves.toBe(ANSWER);
});

test('whoever is stopped leaves the queue, the others go on, and no timer is left', async () => {
  let timers = 0;
  const world: ModelWorld = {
    ...quickWorld(),
    // Waits until it is ended.
    sleep: (_, signal) => {
      timers += 1;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          timers -= 1;
          reject(new Error('ended'));
        });
      });
    },
  };
  const { model, times } = noting(world);
  const limited = new RateLimits({ ...UNLIMITED, requestsPerMinute: 1 }, world).wrap(model);
  await limited.answer(REQUEST, NEVER);
  const stop = new AbortController();
  const waiting = limited.answer(REQUEST, stop.signal);
  expect(timers).toBe(1);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ issue: { code: 'DRIVE_STOPPED' } });
  expect(timers).toBe(0);
  await expect(limited.answer(REQUEST, stop.signal)).rejects.toThrow('stopped');
  expect(times).toEqual([0]);
});
