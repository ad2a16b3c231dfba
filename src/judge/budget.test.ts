import { setImmediate as tick } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ArgumentsQuestion, JudgeAnswer } from '#core';
import { Budget, type BudgetLimits, type ChatUsage, MODEL_WORLD } from '#drivers';
import { askJudges } from './ask-judges.ts';
import { attemptLimit } from './attempt-limit.ts';
import { estimateQuestions } from './estimate-questions.ts';
import { ARGUMENTS_QUESTION } from './fixtures/questions.ts';
import { graded, panelOf } from './fixtures/script-judge.ts';
import { openJuror } from './open-juror.ts';
import type { Juror, Panel } from './panel.ts';
import { buildPrompt } from './prompt/build-prompt.ts';

/** What a provider does with one request. */
interface Reply {
  readonly kind: 'verdict' | 'chatty' | 'too many requests';
  readonly usage: ChatUsage;
  /** How many turns of the event loop it takes. */
  readonly delay: number;
}

/** By question, what the provider does with its requests, in order; the last one again and again. */
type Plan = readonly (readonly Reply[])[];

const PRICES = { input: 2, output: 10 };
const MAX_TOKENS = 300;
const OPTIONS = {
  label: 'openai-compatible:judge-0101',
  allowAlias: true,
  baseUrl: 'http://localhost/v1',
  apiKey: null,
  seed: null,
  maxTokens: MAX_TOKENS,
  prices: PRICES,
};

function numbered(city: number): ArgumentsQuestion {
  return { ...ARGUMENTS_QUESTION, actual: { city: `city ${city}.` } };
}

/** A provider that follows a plan, and keeps what it answered. */
class PlannedProvider {
  readonly #plan: Plan;
  readonly #isSlow: boolean;
  readonly #requests = new Map<string, number>();
  readonly answered: string[] = [];

  constructor(plan: Plan, isSlow: boolean) {
    this.#plan = plan;
    this.#isSlow = isSlow;
  }

  readonly fetch = async (_: unknown, { body }: RequestInit = {}): Promise<Response> => {
    const [, model, city] = /"model":"(\S+?)".*city (\d+)\./.exec(body as string)!;
    const count = (this.#requests.get(`${model} ${city}`) ?? 0) + 1;
    this.#requests.set(`${model} ${city}`, count);
    const replies = this.#plan[Number(city)]!;
    const { kind, usage, delay } = replies[count - 1] ?? replies.at(-1)!;
    for (let turn = 0; this.#isSlow && turn < delay; turn++) await tick();
    if (kind === 'too many requests') return new Response('{}', { status: 429 });
    this.answered.push(`${model} about ${city}, request ${count}`);
    const content = kind === 'verdict' ? graded(1) : `Here you are: ${graded(1)}`;
    return Response.json({
      model,
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
    });
  };
}

interface Outcome {
  readonly answers: readonly (readonly JudgeAnswer[])[];
  readonly answered: readonly string[];
  readonly spent: Budget['spent'];
}

/** What becomes of all questions of a plan. */
async function judge(
  plan: Plan,
  limits: BudgetLimits,
  { jurors, concurrency }: { readonly jurors: number; readonly concurrency: number },
): Promise<Outcome> {
  const budget = new Budget(limits);
  const provider = new PlannedProvider(plan, concurrency > 1);
  let now = 0;
  const world: typeof MODEL_WORLD = {
    ...MODEL_WORLD,
    fetch: provider.fetch,
    now: () => now,
    sleep: async (durationMs) => {
      now += durationMs;
    },
  };
  const open = (_: unknown, index: number): Juror =>
    openJuror(
      { ...OPTIONS, label: `openai-compatible:judge-0${index + 1}01`, reserved: [budget] },
      world,
    );
  const panel: Panel = {
    ...panelOf(...Array.from({ length: jurors }, open)),
    budgets: [budget],
    concurrency,
  };
  const questions = plan.map((_, city) => numbered(city));
  const signal = new AbortController().signal;
  const answers = await askJudges(questions, { panel, stores: [], mayAsk: true, signal });
  return {
    answers: questions.map((question) => answers.of(question)),
    answered: provider.answered.sort(),
    spent: budget.spent,
  };
}

const JUROR = openJuror(OPTIONS);
/** Of one attempt at a question. */
const LIMIT = attemptLimit(JUROR, buildPrompt(numbered(0), null));

const reply = fc.record({
  kind: fc.constantFrom(
    'verdict' as const,
    'verdict' as const,
    'chatty' as const,
    'too many requests' as const,
  ),
  usage: fc.record({
    inputTokens: fc.integer({ min: 1, max: LIMIT.tokens - MAX_TOKENS - 1000 }),
    outputTokens: fc.integer({ min: 1, max: MAX_TOKENS }),
  }),
  delay: fc.integer({ min: 0, max: 5 }),
});
const plans = fc.array(fc.array(reply, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 12,
});
const shares = fc.double({ min: 0, max: 30, noNaN: true });
const budgets = fc.oneof(
  fc.record({
    calls: fc.integer({ min: 1, max: 20 }),
    tokens: fc.constant(null),
    cost: fc.constant(null),
  }),
  shares.map((share) => ({ calls: null, tokens: Math.round(share * LIMIT.tokens), cost: null })),
  shares.map((share) => ({ calls: null, tokens: null, cost: (share * LIMIT.billionths) / 1e9 })),
);

it('is never exceeded, and the same is asked in whatever order answers come', async () => {
  await fc.assert(
    fc.asyncProperty(
      plans,
      budgets,
      fc.integer({ min: 2, max: 16 }),
      fc.integer({ min: 1, max: 2 }),
      async (plan, limits, concurrency, jurors) => {
        const alone = await judge(plan, limits, { jurors, concurrency: 1 });
        const together = await judge(plan, limits, { jurors, concurrency });
        expect(together).toEqual(alone);
        const { calls, tokens, cost } = together.spent;
        expect(calls).toBeLessThanOrEqual(limits.calls ?? Infinity);
        expect(tokens).toBeLessThanOrEqual(limits.tokens ?? Infinity);
        expect(cost).toBeLessThanOrEqual((limits.cost ?? Infinity) + 1e-9);
        const outcomes = together.answers.flat().map(({ error }) => error?.code === 'JUDGE_BUDGET');
        // What comes after a question that was refused is refused too.
        expect(outcomes).toEqual(outcomes.toSorted((a, b) => Number(a) - Number(b)));
      },
    ),
    { numRuns: 300 },
  );
});

const USUAL: Reply = {
  kind: 'verdict',
  usage: { inputTokens: 500, outputTokens: 100 },
  delay: 1,
};
const usual = (count: number): Plan => Array.from({ length: count }, () => [USUAL]);

it('suffices where it is what the plan says that all questions cost at most', async () => {
  const plan = usual(20);
  const panel = panelOf(JUROR);
  const questions = plan.map((_, city) => numbered(city));
  const { cost } = await estimateQuestions(questions, { panel, stores: [] });
  const limits = { calls: null, tokens: null, cost };
  const { answered } = await judge(plan, limits, { jurors: 1, concurrency: 16 });
  expect(answered).toHaveLength(20);
});

it('lets as many be under way as it has room for, and says what is missing', async () => {
  const { tokens } = LIMIT;
  const limits = { calls: null, tokens: tokens + 600, cost: null };
  const { answers, spent } = await judge(usual(9), limits, { jurors: 1, concurrency: 4 });
  expect(answers.map(([answer]) => answer?.error?.code ?? 'judged')).toEqual([
    ...Array<string>(2).fill('judged'),
    ...Array<string>(7).fill('JUDGE_BUDGET'),
  ]);
  expect(spent.tokens).toBe(1200);
  const message = `the budget of ${tokens + 600} tokens has ${tokens - 600} left, and the next question may take ${tokens}`;
  expect(new Set(answers.flat().flatMap(({ error }) => error?.message ?? []))).toEqual(
    new Set([message]),
  );
});

it('that lacks a further attempt is a reason of its own, and what was paid counts', async () => {
  const chatty: Reply = { ...USUAL, kind: 'chatty' };
  const limits = { calls: 2, tokens: null, cost: null };
  const { answers } = await judge([[chatty], [USUAL]], limits, { jurors: 1, concurrency: 4 });
  expect(answers.flat()).toMatchObject([
    { error: { code: 'JUDGE_BUDGET' }, usage: { inputTokens: 1000 } },
    { error: { code: 'JUDGE_BUDGET' }, usage: null },
  ]);
});
