import { expect, test } from 'vitest';
import { UserError } from '#core';
import type { ChatAnswer, ChatModel, ChatUsage } from '../chat.ts';
import { Budget } from './budget.ts';
import { NEVER, REQUEST } from './fixtures/request.ts';
import { costOf } from './prices.ts';
import { UnusableAnswer } from './unusable-answer.ts';

function answering(usage: ChatUsage | null): ChatModel {
  const answer: ChatAnswer = {
    model: 'm',
    text: 'ok',
    calls: [],
    usage,
    raw: null,
    exchange: { request: null, response: null },
  };
  return { answer: () => Promise.resolve(answer) };
}

const USAGE: ChatUsage = { inputTokens: 100, outputTokens: 20 };
const PRICES = { input: 3, output: 15 };

test('calls beyond the budget are refused, and no other run can succeed', async () => {
  const budget = new Budget({ calls: 2, tokens: null, cost: null });
  const model = budget.wrap(answering(USAGE), null);
  await model.answer(REQUEST, NEVER);
  budget.check();
  await model.answer(REQUEST, NEVER);
  await expect(model.answer(REQUEST, NEVER)).rejects.toMatchObject({
    isFinal: true,
    issue: { code: 'BUDGET_SPENT', message: 'the budget of 2 model calls is spent' },
  });
  expect(() => budget.check()).toThrow('is spent');
  expect(budget.spent).toEqual({ calls: 2, tokens: 240, cost: 0 });
});

test('calls that begin at the same time do not exceed a budget in calls', async () => {
  const model = new Budget({ calls: 3, tokens: null, cost: null }).wrap(answering(USAGE), null);
  const asked = Array.from({ length: 10 }, () => model.answer(REQUEST, NEVER));
  const settled = await Promise.allSettled(asked);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('tokens and money end it too', async () => {
  const tokens = new Budget({ calls: null, tokens: 120, cost: null }).wrap(answering(USAGE), null);
  await tokens.answer(REQUEST, NEVER);
  await expect(tokens.answer(REQUEST, NEVER)).rejects.toThrow('the budget of 120 tokens is spent');

  // One answer costs 0.0006.
  const budget = new Budget({ calls: null, tokens: null, cost: 0.001 });
  const money = budget.wrap(answering(USAGE), PRICES);
  await money.answer(REQUEST, NEVER);
  await money.answer(REQUEST, NEVER);
  await expect(money.answer(REQUEST, NEVER)).rejects.toThrow(
    'the budget of 0.001 in money is spent',
  );
  expect(budget.spent).toEqual({ calls: 2, tokens: 240, cost: 0.0012 });
});

test('all models that are paid from one budget share it', async () => {
  const budget = new Budget({ calls: 1, tokens: null, cost: null });
  await budget.wrap(answering(USAGE), null).answer(REQUEST, NEVER);
  const other = budget.wrap(answering(USAGE), null);
  await expect(other.answer(REQUEST, NEVER)).rejects.toThrow('is spent');
});

test('what a failed run spent counts', async () => {
  const budget = new Budget();
  const cut = new UnusableAnswer('MODEL_CUT', 'cut', USAGE);
  const model = budget.wrap({ answer: () => Promise.reject(cut) }, PRICES);
  await expect(model.answer(REQUEST, NEVER)).rejects.toBe(cut);
  expect(budget.spent).toEqual({ calls: 1, tokens: 120, cost: 0.0006 });
});

test('a budget that cannot be kept is refused', async () => {
  const money = new Budget({ calls: null, tokens: null, cost: 1 });
  expect(() => money.wrap(answering(USAGE), null)).toThrow(UserError);
  const tokens = new Budget({ calls: null, tokens: 5, cost: null }).wrap(answering(null), null);
  await expect(tokens.answer(REQUEST, NEVER)).rejects.toMatchObject({
    isFinal: true,
    issue: { code: 'BUDGET_UNCOUNTED' },
  });
});

test.each([
  [100, 20, 0.25, 2, 0.000065],
  [3, 0, 0.1, 0.7, 0.0000003],
  [1, 1, 0.1, 0.2, 0.0000003],
  [0, 0, 5, 5, 0],
])(
  '%i and %i tokens at %d and %d a million cost %d',
  (input, output, pricedIn, pricedOut, cost) => {
    const usage = { inputTokens: input, outputTokens: output };
    expect(costOf(usage, { input: pricedIn, output: pricedOut })).toBe(cost);
  },
);
