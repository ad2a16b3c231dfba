import { describe, expect, it, test } from 'vitest';
import { serve } from '../../test/support/loopback.ts';
import { Budget, MODEL_WORLD } from '#drivers';
import { answerKey, askedOf } from './answer-key.ts';
import { attemptLimit } from './attempt-limit.ts';
import { askJudges, type JudgeAnswers } from './ask-judges.ts';
import { ARGUMENTS_QUESTION } from './fixtures/questions.ts';
import { graded, panelOf } from './fixtures/script-judge.ts';
import { buildPrompt } from './prompt/build-prompt.ts';
import { type JurorOptions, openJuror, requirePinned } from './open-juror.ts';

const LABEL = 'openai-compatible:judge-1';
const WORLD = { ...MODEL_WORLD, sleep: async (): Promise<void> => {} };
const said = (content: string, model = 'judge-1'): object => ({
  model,
  choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 100 },
});
const options = (baseUrl: string): JurorOptions => ({
  label: LABEL,
  allowAlias: false,
  baseUrl,
  apiKey: 's3cret-of-ours',
  seed: 7,
  prices: { input: 1, output: 5 },
});

function ask(options: JurorOptions, count = 1): Promise<JudgeAnswers> {
  const questions = Array.from({ length: count }, (_, i) => questionOf(i));
  return askJudges(questions, {
    panel: panelOf(openJuror(options, WORLD)),
    stores: [],
    mayAsk: true,
    signal: new AbortController().signal,
  });
}

const questionOf = (i: number): typeof ARGUMENTS_QUESTION => ({
  ...ARGUMENTS_QUESTION,
  actual: { city: `city ${i}` },
});

describe('a judge behind HTTP', () => {
  it('is asked without streaming, with its parameters, and paid for', async () => {
    const { url, seen } = await serve(() => ({ body: said(graded(0.5)) }));
    const answers = await ask(options(url));
    expect(answers.of(questionOf(0))).toEqual([
      {
        judge: LABEL,
        answeredBy: 'judge-1',
        verdict: { kind: 'arguments', score: 0.5, reason: 'it is 0.5' },
        error: null,
        usage: { inputTokens: 1000, outputTokens: 100, cost: 0.0015 },
      },
    ]);
    expect(seen[0]!.body).toMatchObject({
      model: 'judge-1',
      temperature: 0,
      seed: 7,
      max_tokens: 2048,
    });
    expect(seen[0]!.body).not.toHaveProperty('stream', true);
    expect(seen[0]!.body).not.toHaveProperty('tools');
  });

  it('that answers with text around its verdict is asked again', async () => {
    const { url, seen } = await serve((_, count) => ({
      body: said(count < 3 ? `Sure! ${graded(1)}` : graded(1)),
    }));
    expect((await ask(options(url))).of(questionOf(0))).toMatchObject([{ verdict: { score: 1 } }]);
    expect(seen).toHaveLength(3);
  });

  it('that is another model is drift, and is not asked on', async () => {
    const { url, seen } = await serve(() => ({ body: said(graded(1), 'another-9') }));
    const answers = await ask(options(url), 100);
    expect(answers.of(questionOf(99))).toMatchObject([
      { verdict: null, error: { code: 'JUDGE_DRIFT' } },
    ]);
    expect(answers.of(questionOf(0))[0]!.usage).toMatchObject({ inputTokens: 1000 });
    expect(seen.length).toBeLessThanOrEqual(4);
  });

  test.each([401, 403])(
    'that does not let us in (%i) is not asked a hundred times',
    async (status) => {
      const { url, seen } = await serve(() => ({
        status,
        body: { error: 's3cret-of-ours is bad' },
      }));
      const answers = await ask(options(url), 100);
      expect(answers.of(questionOf(99))).toMatchObject([{ error: { code: 'JUDGE_ERROR' } }]);
      expect(JSON.stringify(answers.of(questionOf(99)))).not.toContain('s3cret-of-ours');
      expect(seen.length).toBeLessThanOrEqual(4);
    },
  );

  test.each([
    ['overloaded', { status: 429 }],
    ['broken', { status: 500 }],
    ['cut off', { body: said(graded(1)), ends: 'cut' as const }],
  ])('that is %s is an error after bounded attempts, never a score', async (_, reply) => {
    const { url, seen } = await serve(() => reply);
    const answers = await ask({ ...options(url), attempts: 3 });
    expect(answers.of(questionOf(0))).toMatchObject([
      { verdict: null, error: { code: 'JUDGE_ERROR' } },
    ]);
    expect(seen).toHaveLength(3);
  });

  it('that sends us elsewhere is not followed', async () => {
    const other = await serve(() => ({ body: said(graded(1)) }));
    const { url } = await serve(() => ({ status: 307, headers: { location: other.url } }));
    expect((await ask(options(url))).of(questionOf(0))).toMatchObject([
      { error: { code: 'JUDGE_ERROR' } },
    ]);
    expect(other.seen).toEqual([]);
  });

  it('is asked within its budget', async () => {
    const { url, seen } = await serve(() => ({ body: said(graded(1)) }));
    const { tokens } = attemptLimit(openJuror(options(url)), buildPrompt(questionOf(0), null));
    // Each answer takes 1100; the third may take as much as is left.
    const budget = new Budget({ calls: null, tokens: 2200 + tokens, cost: null });
    const juror = openJuror({ ...options(url), reserved: [budget] }, WORLD);
    const answers = await askJudges([0, 1, 2, 3, 4].map(questionOf), {
      panel: { ...panelOf(juror), budgets: [budget], concurrency: 2 },
      stores: [],
      mayAsk: true,
      signal: new AbortController().signal,
    });
    expect(seen).toHaveLength(3);
    expect(answers.of(questionOf(2))).toMatchObject([{ error: null }]);
    expect(answers.of(questionOf(3))).toMatchObject([{ error: { code: 'JUDGE_BUDGET' } }]);
  });
});

describe('an alias', () => {
  it('is refused, with what to write instead', () => {
    expect(() => openJuror({ ...options('http://x'), label: 'openai:gpt-4o' })).toThrow(
      expect.objectContaining({
        issues: [
          {
            code: 'JUDGE_ALIAS',
            severity: 'error',
            message: 'the judge `openai:gpt-4o` is an alias that moves',
            where: null,
            hint: 'name a snapshot such as gpt-4o-2024-08-06, or say `allow_alias: true`',
          },
        ],
      }),
    );
  });

  it('is accepted where that is said, or where it must answer as a snapshot', () => {
    expect(() => requirePinned('openai:gpt-4o', undefined, true)).not.toThrow();
    const deployment = 'openai-compatible:our-judge';
    expect(() => requirePinned(deployment, 'gpt-4o-2024-08-06', false)).not.toThrow();
    expect(() => requirePinned(deployment, '*', false)).toThrow('is an alias');
    expect(() => requirePinned(deployment, 'gpt-4o', false)).toThrow('is an alias');
  });
});

test('a temperature is left out for models that take none, and may be set', () => {
  const thinking = { ...options('http://x'), label: 'openai:gpt-5-2025-08-07' };
  expect(openJuror(thinking).temperature).toBeNull();
  expect(openJuror({ ...thinking, temperature: 1 }).temperature).toBe(1);
  expect(openJuror({ ...options('http://x'), temperature: null }).temperature).toBeNull();
});

describe('settings of a judge', () => {
  it('are sent, and leave the temperature to the provider', async () => {
    const { url, seen } = await serve(() => ({ body: said(graded(0.5)) }));
    const settings = { reasoningEffort: 'high', topP: 0.9 };
    await ask({ ...options(url), settings, extraBody: { user: 'u-1' } });
    expect(seen[0]!.body).toMatchObject({ reasoning_effort: 'high', top_p: 0.9, user: 'u-1' });
    expect(seen[0]!.body).not.toHaveProperty('temperature');
    await ask({ ...options(url), settings, temperature: 0.2 });
    expect(seen[1]!.body).toMatchObject({ temperature: 0.2 });
  });

  it.each([
    [{}, 2048],
    [{ reasoningEffort: 'none' }, 2048],
    [{ reasoningEffort: 'low' }, 6144],
    [{ thinking: true }, 6144],
    [{ thinking: false }, 2048],
    [{ thinking: 1000 }, 3048],
  ] as const)('leave room for an answer beside thinking: %j', (settings, maxTokens) => {
    expect(openJuror({ ...options('http://localhost'), settings }).maxTokens).toBe(maxTokens);
  });

  it('are a part of the key of an answer, without what variables contain', () => {
    const keyOf = (more: Partial<JurorOptions>): string => {
      const juror = openJuror({
        ...options('http://localhost'),
        temperature: 0,
        maxTokens: 9,
        ...more,
      });
      return answerKey(ARGUMENTS_QUESTION, askedOf(juror, { guide: null }, 'arguments'));
    };
    const keys = [
      keyOf({}),
      keyOf({ settings: { topP: 0.9 } }),
      keyOf({ settings: { topP: 0.8 } }),
      keyOf({ settings: { thinking: true } }),
      keyOf({ settings: { reasoningEffort: 'low' } }),
      keyOf({ extraBody: { a: 1 }, writtenBody: { a: 1 } }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf({ settings: {} })).toBe(keys[0]);
    const secret = { extraBody: { user: 's3cret' }, writtenBody: { user: '${USER_ID}' } };
    expect(keyOf(secret)).toBe(keyOf({ ...secret, extraBody: { user: 'other' } }));
    const asked = askedOf(
      openJuror({ ...options('http://localhost'), ...secret }),
      { guide: null },
      'arguments',
    );
    expect(JSON.stringify(asked)).not.toContain('s3cret');
  });
});
