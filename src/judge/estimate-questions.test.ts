import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { askJudges } from './ask-judges.ts';
import { attemptLimit } from './attempt-limit.ts';
import { estimateQuestions } from './estimate-questions.ts';
import { ARGUMENTS_QUESTION, GOAL_QUESTION } from './fixtures/questions.ts';
import { graded, jurorOf, panelOf, ScriptModel } from './fixtures/script-judge.ts';
import { buildPrompt } from './prompt/build-prompt.ts';
import { openCacheStore } from './stores/cache-store.ts';

const HUGE = { ...ARGUMENTS_QUESTION, actual: { city: 'x'.repeat(300_000) } };

it('counts what is known, and prices the rest, without asking or keeping', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-judge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const model = new ScriptModel(() => graded(1));
  const first = jurorOf(model);
  const second = jurorOf(model, { label: 'openai:judge-2', maxTokens: 1000 });
  const panel = panelOf(first, second);
  const stores = [openCacheStore(folder)];
  await askJudges([ARGUMENTS_QUESTION], {
    panel: panelOf(first),
    stores,
    mayAsk: true,
    signal: new AbortController().signal,
  });
  const questions = [ARGUMENTS_QUESTION, GOAL_QUESTION, { ...ARGUMENTS_QUESTION }, HUGE];
  const estimate = await estimateQuestions(questions, { panel, stores });
  expect(model.requests).toHaveLength(1);
  expect(estimate).toMatchObject({ questions: 3, known: 1, toAsk: 3, tooLarge: 2 });
  expect(estimate.outputTokensAtMost).toBe(2048 + 1000 + 1000);
  const { system, user } = buildPrompt(GOAL_QUESTION, null);
  expect(estimate.inputTokens).toBeGreaterThan((2 * (system.length + user.length)) / 4);
  const { inputTokens, outputTokensAtMost } = estimate;
  // The price is an upper limit: it takes each byte to be a token.
  expect(estimate.cost).toBeGreaterThan((3 * inputTokens * 2 + outputTokensAtMost * 10) / 1e6);
  const [entry, asked] = [ARGUMENTS_QUESTION, GOAL_QUESTION].map((question) =>
    buildPrompt(question, null),
  );
  const limits = [
    attemptLimit(first, asked!),
    attemptLimit(second, entry!),
    attemptLimit(second, asked!),
  ];
  const billionths = limits.reduce((sum, limit) => sum + limit.billionths, 0);
  expect(estimate.cost).toBe(billionths / 1e9);
});

it('has no cost where a price is not known, unless nothing is to be asked', async () => {
  const panel = panelOf(jurorOf(new ScriptModel(() => ''), { prices: null }));
  expect((await estimateQuestions([GOAL_QUESTION], { panel, stores: [] })).cost).toBeNull();
  expect((await estimateQuestions([], { panel, stores: [] })).cost).toBe(0);
});
