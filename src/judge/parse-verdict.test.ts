import { describe, expect, it, test } from 'vitest';
import type { Question } from '#core';
import { ANSWER_QUESTION, ARGUMENTS_QUESTION, GOAL_QUESTION } from './fixtures/questions.ts';
import { parseVerdict, restoreVerdict } from './parse-verdict.ts';

const RIGHT = '{"arguments":[],"reason":"same place","score":1}';

describe('an answer about arguments', () => {
  it('is one JSON object of the form asked for', () => {
    expect(parseVerdict(RIGHT, ARGUMENTS_QUESTION)).toEqual({
      ok: true,
      verdict: { kind: 'arguments', score: 1, reason: 'same place' },
    });
    expect(parseVerdict(`\n ${RIGHT}\n`, ARGUMENTS_QUESTION).ok).toBe(true);
  });

  it('may judge arguments one by one', () => {
    const text =
      '{"arguments":[{"argument":"city","reason":"r","score":0.5}],"reason":"","score":0.50}';
    expect(parseVerdict(text, ARGUMENTS_QUESTION)).toEqual({
      ok: true,
      verdict: {
        kind: 'arguments',
        score: 0.5,
        reason: '',
        each: [{ argument: 'city', score: 0.5, reason: 'r' }],
      },
    });
  });

  test.each([
    '',
    ' ',
    'Score: 1',
    '1',
    'null',
    '"1"',
    `Here you are: ${RIGHT}`,
    `${RIGHT} I hope this helps.`,
    `\`\`\`json\n${RIGHT}\n\`\`\``,
    `${RIGHT}${RIGHT}`,
    `${RIGHT}\n${RIGHT}`,
    `[${RIGHT}]`,
    `\ufeff${RIGHT}`,
    RIGHT.slice(0, -1),
    RIGHT.slice(0, 20),
    '{"arguments":[],"reason":"a","score":1,"score":0}',
    '{"arguments":[],"reason":"a","score":1,"confidence":0.9}',
    '{"arguments":[],"reason":"a","score":1,"__proto__":1}',
    '{"arguments":[],"reason":"a"}',
    '{"arguments":[],"score":1}',
    '{"reason":"a","score":1}',
    '{"arguments":null,"reason":"a","score":1}',
    '{"arguments":[1],"reason":"a","score":1}',
    '{"arguments":[],"reason":null,"score":1}',
    '{"arguments":[{"argument":"nowhere","reason":"","score":1}],"reason":"","score":1}',
    '{"arguments":[{"argument":"city","score":1}],"reason":"","score":1}',
    '{"arguments":[{"argument":"city","reason":"","score":2}],"reason":"","score":1}',
    '{"arguments":[{"argument":"city","reason":"","score":1},{"argument":"city","reason":"","score":0}],"reason":"","score":1}',
  ])('is not %j', (text) => {
    expect(parseVerdict(text, ARGUMENTS_QUESTION)).toMatchObject({ ok: false });
  });

  test.each([
    '1.5',
    '90',
    '-1',
    '"1.0"',
    '"1"',
    'true',
    'null',
    'NaN',
    '0.75',
    '0.9999999999999999999',
    '1.0000000000000000000001',
    '1e400',
    '[1]',
    '{}',
  ])('does not have the score %s', (score) => {
    const text = `{"arguments":[],"reason":"a","score":${score}}`;
    expect(parseVerdict(text, ARGUMENTS_QUESTION)).toMatchObject({ ok: false });
  });

  it('is explained without a word of it', () => {
    const text = '{"arguments":[],"reason":"evil words","score":"evil words"}';
    const parsed = parseVerdict(text, ARGUMENTS_QUESTION);
    expect(parsed).toEqual({ ok: false, fault: '"score" is not one of the numbers 1, 0.5 and 0' });
  });

  it('keeps the beginning of a long reason, and says what was left out', () => {
    const reason = `${'a'.repeat(959)}\u{1f600}${'b'.repeat(500)}`;
    const text = JSON.stringify({ arguments: [], reason, score: 0 });
    const parsed = parseVerdict(text, ARGUMENTS_QUESTION);
    const verdict = {
      kind: 'arguments',
      score: 0,
      reason: `${'a'.repeat(959)} [502 characters left out]`,
    };
    expect(parsed).toEqual({ ok: true, verdict });
    expect(restoreVerdict(verdict, ARGUMENTS_QUESTION)).toEqual(verdict);
  });
});

describe('an answer about an answer', () => {
  const said = (...ids: readonly string[]): string =>
    JSON.stringify({
      statements: ids.map((id) => ({ id, reason: id, met: id === 'polite' })),
      reason: 'r',
      score: 0.5,
    });

  it('decides every statement, in the order of the question', () => {
    expect(parseVerdict(said('polite', 'amount'), ANSWER_QUESTION)).toEqual({
      ok: true,
      verdict: {
        kind: 'answer',
        score: 0.5,
        reason: 'r',
        statements: [
          { id: 'amount', met: false, reason: 'amount' },
          { id: 'polite', met: true, reason: 'polite' },
        ],
      },
    });
  });

  test.each([[['amount']], [['amount', 'polite', 'other']], [['amount', 'amount', 'polite']]])(
    'does not have the statements %j',
    (ids) => {
      expect(parseVerdict(said(...ids), ANSWER_QUESTION)).toMatchObject({ ok: false });
    },
  );

  it('has no score where there is no rubric', () => {
    const question: Question = { ...ANSWER_QUESTION, rubric: null, statements: [] };
    expect(parseVerdict('{"statements":[],"reason":"r"}', question)).toMatchObject({
      verdict: { score: null },
    });
    expect(parseVerdict('{"statements":[],"reason":"r","score":1}', question).ok).toBe(false);
  });
});

test.each(['1', '0', '"true"', 'null', '"yes"'])('a goal is not achieved by %s', (achieved) => {
  const text = `{"reason":"r","achieved":${achieved}}`;
  expect(parseVerdict(text, GOAL_QUESTION)).toMatchObject({ ok: false });
});

test('a goal is achieved or not', () => {
  expect(parseVerdict('{"reason":"r","achieved":false}', GOAL_QUESTION)).toEqual({
    ok: true,
    verdict: { kind: 'goal', achieved: false, reason: 'r' },
  });
});

describe('a stored verdict', () => {
  const unscored: Question = { ...ANSWER_QUESTION, rubric: null, statements: [] };
  const goal = { kind: 'goal', achieved: true, reason: 'r' };
  const graded = { kind: 'arguments', score: 0.5, reason: 'r' };
  const each = [{ argument: 'city', score: 1, reason: '' }];
  const answer = { kind: 'answer', score: null, statements: [], reason: '' };

  test.each([
    [goal, GOAL_QUESTION],
    [graded, ARGUMENTS_QUESTION],
    [{ ...graded, each }, ARGUMENTS_QUESTION],
    [answer, unscored],
  ])('is restored: %j', (verdict, question) => {
    expect(JSON.stringify(restoreVerdict(verdict, question))).toBe(JSON.stringify(verdict));
    const reordered = Object.fromEntries(Object.entries(verdict).toReversed());
    expect(JSON.stringify(restoreVerdict(reordered, question))).toBe(JSON.stringify(verdict));
  });

  test.each([
    [goal, ARGUMENTS_QUESTION],
    [{ ...goal, achieved: 1 }, GOAL_QUESTION],
    [{ ...goal, more: 1 }, GOAL_QUESTION],
    [{ ...goal, score: 1 }, GOAL_QUESTION],
    [{ ...graded, score: 7 }, ARGUMENTS_QUESTION],
    [{ kind: 'arguments', reason: 'r' }, ARGUMENTS_QUESTION],
    [{ ...graded, each: 'city' }, ARGUMENTS_QUESTION],
    [{ ...answer, score: 1 }, unscored],
    [answer, ANSWER_QUESTION],
    [{}, GOAL_QUESTION],
  ])('is ignored where it does not fit: %j', (verdict, question) => {
    expect(restoreVerdict(verdict, question)).toBeNull();
  });
});
