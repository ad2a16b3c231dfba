import { expect, test } from 'vitest';
import { UserError } from '#core';
import type { ChatAnswer, ChatModel, ChatUsage } from '../chat.ts';
import { DriveError } from '../driver.ts';
import { Budget } from './budget.ts';
import { NEVER, REQUEST } from './fixtures/request.ts';
import { RefusedRequest } from './refused-request.ts';
import { maxInputTokens } from './request-size.ts';
import { reserveModel } from './reserve-model.ts';
import { TransientError } from './transient-error.ts';
import { UnusableAnswer } from './unusable-answer.ts';

const USAGE: ChatUsage = { inputTokens: 100, outputTokens: 20 };
const LIMITED = { ...REQUEST, maxTokens: 50 };
const LIMIT = maxInputTokens(LIMITED) + 50;

function answerOf(usage: ChatUsage | null): ChatAnswer {
  const exchange = { request: null, response: null };
  return { model: 'm', text: 'ok', calls: [], usage, raw: null, exchange };
}

function answering(usage: ChatUsage | null): ChatModel {
  return { answer: () => Promise.resolve(answerOf(usage)) };
}

function inTokens(tokens: number): Budget {
  return new Budget({ calls: null, tokens, cost: null });
}

test('a request begins only where its upper limit is left', async () => {
  const budget = inTokens(LIMIT + 119);
  const model = reserveModel(answering(USAGE), budget, null);
  await model.answer(LIMITED, NEVER);
  const refusal = {
    isFinal: true,
    issue: {
      code: 'BUDGET_SPENT',
      message: `the budget of ${LIMIT + 119} tokens has ${LIMIT - 1} left, and the next question may take ${LIMIT}`,
    },
  };
  await expect(model.answer(LIMITED, NEVER)).rejects.toMatchObject(refusal);
  // A smaller one would fit, but what is asked must not depend on sizes.
  await expect(model.answer({ ...LIMITED, maxTokens: 1 }, NEVER)).rejects.toMatchObject(refusal);
  expect(budget.spent).toEqual({ calls: 1, tokens: 120, cost: 0 });
});

test('requests under way are counted with their upper limits', async () => {
  const release: (() => void)[] = [];
  const waiting: ChatModel = {
    answer: () =>
      new Promise((resolve) => {
        release.push(() => resolve(answerOf(USAGE)));
      }),
  };
  const budget = inTokens(2 * LIMIT);
  const model = reserveModel(waiting, budget, null);
  const underWay = [model.answer(LIMITED, NEVER), model.answer(LIMITED, NEVER)];
  expect(budget.fits({ calls: 1, tokens: 2 * LIMIT, billionths: 0 })).toBe(true);
  await expect(model.answer(LIMITED, NEVER)).rejects.toThrow(/is spent/);
  for (const end of release) end();
  await Promise.all(underWay);
  expect(budget.spent.tokens).toBe(240);
});

test.each([
  [
    'the provider refuses for now',
    new TransientError('MODEL_FAILED', '', { isUnpaid: true }),
    0,
    0,
  ],
  ['the provider refuses', new RefusedRequest('MODEL_REFUSED', '', ''), 0, 0],
  ['breaks off', new TransientError('MODEL_FAILED', ''), 1, LIMIT],
  ['is stopped', new DriveError('DRIVE_STOPPED', ''), 1, LIMIT],
  ['gets an answer that cannot be used', new UnusableAnswer('MODEL_CUT', '', USAGE), 1, 120],
])('what a request takes that %s', async (_, error, calls, tokens) => {
  const budget = inTokens(10 * LIMIT);
  const model = reserveModel({ answer: () => Promise.reject(error) }, budget, null);
  await expect(model.answer(LIMITED, NEVER)).rejects.toBe(error);
  expect(budget.spent).toEqual({ calls, tokens, cost: 0 });
  // Nothing stays reserved.
  await reserveModel(answering(USAGE), budget, null).answer(LIMITED, NEVER);
  expect(budget.spent.tokens).toBe(tokens + 120);
});

test('two budgets must both suffice, and the one that does counts nothing where the other refuses', async () => {
  const [small, large] = [inTokens(LIMIT - 1), inTokens(10 * LIMIT)];
  const model = reserveModel(reserveModel(answering(USAGE), small, null), large, null);
  await expect(model.answer(LIMITED, NEVER)).rejects.toThrow('left');
  expect([small.spent.calls, large.spent.calls]).toEqual([0, 0]);
});

test('a budget that cannot be kept is refused', async () => {
  const money = new Budget({ calls: null, tokens: null, cost: 1 });
  expect(() => reserveModel(answering(USAGE), money, null)).toThrow(UserError);
  const budget = inTokens(10 * LIMIT);
  const silent = reserveModel(answering(null), budget, null);
  await expect(silent.answer(LIMITED, NEVER)).rejects.toMatchObject({
    issue: { code: 'BUDGET_UNCOUNTED' },
  });
  expect(budget.spent.tokens).toBe(LIMIT);
});

test('each byte of all texts may be a token', () => {
  const request = {
    ...REQUEST,
    system: 'né',
    messages: [{ role: 'user' as const, text: '😀' }],
    tools: [],
    answerSchema: { name: 'a', schema: { type: 'object' } },
  };
  expect(maxInputTokens(request)).toBe(3 + 4 + '{"type":"object"}'.length + 600);
});
