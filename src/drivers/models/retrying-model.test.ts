import { expect, test } from 'vitest';
import { NEVER, REQUEST } from './fixtures/request.ts';
import { MODEL_WORLD, type ModelWorld } from './model-world.ts';
import { RetryingModel } from './retrying-model.ts';
import { TransientError } from './transient-error.ts';

const MINUTE_MS = 60_000;

/** A model whose every attempt fails after so long, in a world whose clock only it and waits move. */
function failingAfter(
  durationMs: number,
  waitMs: number | null = null,
): { asked: number; model: RetryingModel } {
  let now = 0;
  const world: ModelWorld = {
    ...MODEL_WORLD,
    now: () => now,
    random: () => 0.5,
    sleep: async (waited) => {
      now += waited;
    },
  };
  const failing = {
    asked: 0,
    model: new RetryingModel(
      {
        answer: async () => {
          failing.asked += 1;
          now += durationMs;
          throw new TransientError('MODEL_FAILED', 'no whole answer', { waitMs });
        },
      },
      world,
    ),
  };
  return failing;
}

test('a failure that may pass is tried six times', async () => {
  const failing = failingAfter(1000, 2 * MINUTE_MS);
  await expect(failing.model.answer(REQUEST, NEVER)).rejects.toThrow('no whole answer (6 times)');
  expect(failing.asked).toBe(6);
});

test('a failure 15 minutes after the first one is the last', async () => {
  const failing = failingAfter(5 * MINUTE_MS);
  await expect(failing.model.answer(REQUEST, NEVER)).rejects.toThrow('no whole answer (4 times)');
  expect(failing.asked).toBe(4);
});
