import { describe, expect, it, test } from 'vitest';
import type { ArgumentsQuestion, Question } from '#core';
import { DriveError } from '#drivers';
import type { AnswerRecord, AnswerStore } from './answer-record.ts';
import { askJudges, type AskOptions, type JudgeAnswers } from './ask-judges.ts';
import { ANSWER_QUESTION, ARGUMENTS_QUESTION, GOAL_QUESTION } from './fixtures/questions.ts';
import { graded, jurorOf, panelOf, type Script, ScriptModel } from './fixtures/script-judge.ts';

/** A store in memory. */
class MemoryStore implements AnswerStore {
  readonly records = new Map<string, AnswerRecord>();
  async get(key: string): Promise<AnswerRecord | null> {
    return this.records.get(key) ?? null;
  }
  async put(record: AnswerRecord): Promise<void> {
    this.records.set(record.key, record);
  }
}

const NEVER = new AbortController().signal;
const numbered = (city: number): ArgumentsQuestion => ({
  ...ARGUMENTS_QUESTION,
  actual: { city: `city ${city}` },
});
const many = (count: number): readonly ArgumentsQuestion[] =>
  Array.from({ length: count }, (_, i) => numbered(i));

async function ask(
  questions: readonly Question[],
  script: Script,
  options: Partial<AskOptions> = {},
): Promise<{ readonly answers: JudgeAnswers; readonly model: ScriptModel }> {
  const model = new ScriptModel(script);
  const answers = await askJudges(questions, {
    panel: panelOf(jurorOf(model)),
    stores: [],
    mayAsk: true,
    signal: NEVER,
    ...options,
  });
  return { answers, model };
}

describe('a question', () => {
  it('is answered by a verdict, with who gave it and what it took', async () => {
    const { answers, model } = await ask([ARGUMENTS_QUESTION], () => graded(1));
    expect(answers.of(ARGUMENTS_QUESTION)).toEqual([
      {
        judge: 'openai:judge-1',
        answeredBy: 'judge-1-answering',
        verdict: { kind: 'arguments', score: 1, reason: 'it is 1' },
        error: null,
        usage: { inputTokens: 100, outputTokens: 10, cost: 0.0003 },
      },
    ]);
    expect(answers.counts).toEqual({ asked: 1, known: 0, rejected: 0 });
    expect([...answers.models]).toEqual([['openai:judge-1', ['judge-1-answering']]]);
    expect(model.requests[0]).toMatchObject({
      tools: [],
      temperature: 0,
      seed: null,
      maxTokens: 2048,
      answerSchema: { name: 'arguments_verdict' },
    });
  });

  it('has the schema of its kind', async () => {
    const replies: { readonly [schema: string]: string } = {
      arguments_verdict: graded(0),
      answer_verdict:
        '{"statements":[{"id":"amount","reason":"","met":true},{"id":"polite","reason":"","met":false}],"reason":"","score":0.5}',
      goal_verdict: '{"reason":"","achieved":true}',
    };
    const questions = [ARGUMENTS_QUESTION, ANSWER_QUESTION, GOAL_QUESTION];
    const { answers } = await ask(questions, ({ answerSchema }) => replies[answerSchema!.name]!);
    const kinds = questions.map((question) => answers.of(question)[0]?.verdict?.kind);
    expect(kinds).toEqual(['arguments', 'answer', 'goal']);
  });

  it('is asked once, however often it comes', async () => {
    const again = structuredClone(ARGUMENTS_QUESTION);
    const { answers, model } = await ask([ARGUMENTS_QUESTION, again, ARGUMENTS_QUESTION], () =>
      graded(1),
    );
    expect(model.requests).toHaveLength(1);
    expect(answers.of(again)).toEqual(answers.of(ARGUMENTS_QUESTION));
  });

  it('that was not asked has no answer, never a verdict', async () => {
    const { answers } = await ask([], () => graded(1));
    expect(answers.of(GOAL_QUESTION)).toMatchObject([
      { verdict: null, error: { code: 'JUDGE_UNASKED' } },
    ]);
  });

  it('that is too large is not asked, and not cut', async () => {
    const huge = { ...ARGUMENTS_QUESTION, actual: { city: 'x'.repeat(200_000) } };
    const { answers, model } = await ask([huge], () => graded(1));
    expect(answers.of(huge)).toMatchObject([{ verdict: null, error: { code: 'JUDGE_TRUNCATED' } }]);
    expect(model.requests).toHaveLength(0);
  });

  it('has no secret in its prompt', async () => {
    const key = `sk-${'a1B2c3D4'.repeat(4)}`;
    const other = `sk-${'z9Y8x7W6'.repeat(4)}`;
    const question = { ...ARGUMENTS_QUESTION, expected: { key }, actual: { key: other } };
    const { model } = await ask([question], () => graded(1));
    const sent = JSON.stringify(model.requests);
    expect(sent).not.toContain(key);
    expect(sent).not.toContain(other);
    // Different secrets stay different.
    expect(sent).toContain('[secret-1]');
    expect(sent).toContain('[secret-2]');
  });
});

describe('an answer that cannot be used', () => {
  it('is asked for again, with what was wrong and without a word of it', async () => {
    const { answers, model } = await ask([ARGUMENTS_QUESTION], (_, count) =>
      count === 1 ? 'EVIL: the score is 1' : graded(0),
    );
    expect(answers.of(ARGUMENTS_QUESTION)).toMatchObject([
      { verdict: { score: 0 }, usage: { inputTokens: 200, outputTokens: 20, cost: 0.0006 } },
    ]);
    const [first, second] = model.requests.map(({ messages }) => messages);
    expect(second).toHaveLength(1);
    expect(second![0]!.text).toContain(first![0]!.text);
    expect(second![0]!.text).toContain('it does not begin with "{"');
    expect(JSON.stringify(second)).not.toContain('EVIL');
  });

  test.each(['prose', '```json\n{}\n```', graded(0.9), graded(90), graded(1) + graded(1), ''])(
    'is an error after three attempts: %j',
    async (text) => {
      const { answers, model } = await ask([ARGUMENTS_QUESTION], () => text);
      expect(model.requests).toHaveLength(3);
      expect(answers.of(ARGUMENTS_QUESTION)).toMatchObject([
        { verdict: null, error: { code: 'JUDGE_ERROR' }, answeredBy: 'judge-1-answering' },
      ]);
    },
  );
});

it('says where an answer was cut at the limit of tokens', async () => {
  const model = new ScriptModel(() => graded(1).slice(0, 9));
  const panel = panelOf(jurorOf(model, { maxTokens: 10 }));
  const { answers } = await ask([ARGUMENTS_QUESTION], () => '', { panel });
  expect(answers.of(ARGUMENTS_QUESTION)[0]!.error!.message).toBe(
    'openai:judge-1 gave no usable answer in 3 attempts: it was cut at the limit of 10 tokens',
  );
});

describe('a judge that fails', () => {
  it('is an error of the question where it may pass', async () => {
    const { answers, model } = await ask(many(3), (_, count) =>
      count === 2 ? new DriveError('MODEL_FAILED', 'it was down') : graded(1),
    );
    expect(model.requests).toHaveLength(3);
    expect(answers.of(numbered(0))).toMatchObject([{ verdict: { score: 1 } }]);
    expect(answers.of(numbered(1))).toMatchObject([
      { verdict: null, error: { code: 'JUDGE_ERROR', message: 'it was down' } },
    ]);
  });

  test.each([
    ['MODEL_KEY', 'JUDGE_ERROR'],
    ['MODEL_OTHER', 'JUDGE_DRIFT'],
    ['BUDGET_SPENT', 'JUDGE_BUDGET'],
  ] as const)('for good (%s) is not asked a thousand times', async (code, judged) => {
    const failure = new DriveError(code, 'no', { isFinal: true, hint: 'look' });
    const { answers, model } = await ask(many(1000), () => failure);
    // Those that were under way.
    expect(model.requests.length).toBeLessThanOrEqual(4);
    for (const question of many(1000))
      expect(answers.of(question)).toMatchObject([
        { verdict: null, error: { code: judged, message: 'no; look' } },
      ]);
  });

  it('does not keep another one from being asked', async () => {
    const good = new ScriptModel(() => graded(1));
    const bad = new ScriptModel(() => new DriveError('MODEL_KEY', 'no', { isFinal: true }));
    const panel = panelOf(jurorOf(bad, { label: 'openai:bad-1' }), jurorOf(good));
    const { answers } = await ask(many(50), () => '', { panel });
    expect(good.requests).toHaveLength(50);
    expect(answers.of(numbered(49))).toMatchObject([
      { judge: 'openai:bad-1', error: { code: 'JUDGE_ERROR' } },
      { judge: 'openai:judge-1', verdict: { score: 1 } },
    ]);
  });

  it('by a bug of ours ends the asking', async () => {
    const model = new ScriptModel(() => new TypeError('bug'));
    const asked = ask(many(100), () => '', { panel: panelOf(jurorOf(model)) });
    await expect(asked).rejects.toThrow('bug');
    expect(model.requests.length).toBeLessThanOrEqual(4);
  });
});

describe('asking', () => {
  it('has as many questions under way as the panel says, over all jurors', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = 0;
    const script: Script = async () => {
      started += 1;
      if (started === 4) setImmediate(release);
      await gate;
      return graded(1);
    };
    const model = new ScriptModel(script);
    const panel = panelOf(jurorOf(model), jurorOf(model, { label: 'openai:judge-2' }));
    await ask(many(10), script, { panel });
    expect(model.peak).toBe(4);
    expect(model.requests).toHaveLength(20);
  });

  it('stops when its signal is aborted, without inventing answers', async () => {
    const stop = new AbortController();
    const store = new MemoryStore();
    const { answers, model } = await ask(
      many(100),
      (_, count) => {
        if (count === 3) stop.abort();
        return graded(1);
      },
      { signal: stop.signal, stores: [store] },
    );
    expect(model.requests.length).toBeLessThanOrEqual(8);
    expect(answers.of(numbered(99))).toMatchObject([
      { verdict: null, error: { code: 'JUDGE_UNASKED' } },
    ]);
    expect([...store.records.values()].every(({ answer }) => answer.verdict !== null)).toBe(true);
  });

  it('reports its progress to the end', async () => {
    const seen: string[] = [];
    const onProgress = (done: number, total: number): void => void seen.push(`${done}/${total}`);
    await ask(many(3), () => graded(1), { onProgress });
    expect(seen).toEqual(['1/3', '2/3', '3/3']);
  });
});

describe('stores', () => {
  it('are looked at first, and get what is new', async () => {
    const [first, second] = [new MemoryStore(), new MemoryStore()];
    await ask(many(2), () => graded(0.5), { stores: [second] });
    const { answers, model } = await ask(many(3), () => graded(1), { stores: [first, second] });
    expect(model.requests).toHaveLength(1);
    expect(answers.counts).toMatchObject({ asked: 1, known: 2 });
    expect(answers.of(numbered(0))).toMatchObject([{ verdict: { score: 0.5 } }]);
    expect(first.records.size).toBe(3);
    expect(second.records.size).toBe(3);
  });

  it('have the errors too, which are asked again, but replayed', async () => {
    const store = new MemoryStore();
    const outage = new DriveError('MODEL_FAILED', 'it was down');
    await ask(many(1), () => outage, { stores: [store] });
    const replayed = await ask(many(1), () => graded(1), { stores: [store], mayAsk: false });
    expect(replayed.model.requests).toHaveLength(0);
    expect(replayed.answers.of(numbered(0))).toMatchObject([{ error: { message: 'it was down' } }]);
    const asked = await ask(many(1), () => graded(1), { stores: [store] });
    expect(asked.answers.of(numbered(0))).toMatchObject([{ verdict: { score: 1 } }]);
  });

  it('are all there is in a replay', async () => {
    const store = new MemoryStore();
    const { answers, model } = await ask(many(2), () => graded(1), {
      stores: [store],
      mayAsk: false,
    });
    expect(model.requests).toHaveLength(0);
    expect(answers.of(numbered(1))).toMatchObject([
      { verdict: null, error: { code: 'JUDGE_UNASKED' } },
    ]);
    expect(store.records.size).toBe(0);
  });

  test.each([
    ['the judge', { label: 'openai:judge-2' }],
    ['the temperature', { temperature: null }],
    ['the seed', { seed: 7 }],
    ['the limit of tokens', { maxTokens: 100 }],
  ])('do not answer for another one: %s', async (_, change) => {
    const store = new MemoryStore();
    await ask(many(1), () => graded(0), { stores: [store] });
    const model = new ScriptModel(() => graded(1));
    const panel = panelOf(jurorOf(model, change));
    const { answers } = await ask(many(1), () => '', { stores: [store], panel });
    expect(answers.of(numbered(0))).toMatchObject([{ verdict: { score: 1 } }]);
  });

  it('do not answer for another guide or question', async () => {
    const store = new MemoryStore();
    await ask(many(1), () => graded(0), { stores: [store] });
    const model = new ScriptModel(() => graded(1));
    const panel = { ...panelOf(jurorOf(model)), guide: 'Be strict.' };
    await ask(many(1), () => '', { stores: [store], panel });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]!.system).toContain('Be strict.');
    await ask([{ ...numbered(0), input: 'something else' }], () => graded(1), { stores: [store] });
    expect(store.records.size).toBe(3);
  });
});
