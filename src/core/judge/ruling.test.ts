import { describe, expect, it } from 'vitest';
import type { JudgeAnswer } from './judge-answer.ts';
import { ruleOf } from './ruling.ts';
import type { Grade, JudgeVerdict } from './verdict.ts';

const said = (verdict: JudgeVerdict): JudgeAnswer => ({
  judge: 'openai:judge-1',
  answeredBy: 'judge-1',
  verdict,
  error: null,
  usage: null,
});
const failed = (code: string): JudgeAnswer => ({
  judge: 'openai:judge-1',
  answeredBy: null,
  verdict: null,
  error: { code, message: 'no answer' },
  usage: null,
});
const grade = (score: Grade): JudgeAnswer => said({ kind: 'arguments', score, reason: `${score}` });

describe('one judge', () => {
  it('is believed', () => {
    expect(ruleOf([grade(0.5)], 1)).toEqual({
      verdict: { kind: 'arguments', score: 0.5, reason: '0.5' },
      error: null,
      isSplit: false,
    });
  });

  it('that failed leaves no verdict, never a grade', () => {
    expect(ruleOf([failed('JUDGE_ERROR')], 1)).toMatchObject({
      verdict: null,
      error: { code: 'JUDGE_ERROR' },
    });
  });
});

describe('a jury', () => {
  it('needs its quorum, and shows that it was split', () => {
    expect(ruleOf([grade(1), grade(0), grade(1)], 2)).toMatchObject({
      verdict: { score: 1 },
      isSplit: true,
    });
    expect(ruleOf([grade(1), grade(0), grade(0.5)], 2)).toMatchObject({
      verdict: null,
      error: { code: 'JUDGE_SPLIT' },
    });
  });

  it('can do without a judge that failed', () => {
    expect(ruleOf([grade(1), failed('JUDGE_ERROR'), grade(1)], 2)).toMatchObject({
      verdict: { score: 1 },
      isSplit: false,
    });
    expect(ruleOf([grade(1), failed('JUDGE_BUDGET')], 2)).toMatchObject({
      verdict: null,
      error: { code: 'JUDGE_BUDGET' },
    });
  });

  it('has no verdict where two grades have the quorum', () => {
    expect(ruleOf([grade(1), grade(0)], 1).verdict).toBeNull();
  });

  it('decides each statement apart', () => {
    const answer = (...met: readonly boolean[]): JudgeAnswer =>
      said({
        kind: 'answer',
        score: null,
        reason: '',
        statements: met.map((item, i) => ({ id: `s${i}`, met: item, reason: '' })),
      });
    const ruling = ruleOf([answer(true, false), answer(true, true), answer(false, true)], 2);
    expect(ruling).toMatchObject({ isSplit: true });
    expect(ruling.verdict).toMatchObject({ statements: [{ met: true }, { met: true }] });
  });
});
