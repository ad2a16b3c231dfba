import { type Issue, JUDGE_CODES, type Question } from '#core';
import type { JudgeAnswers } from '../ask-judges.ts';
import { judgeIssue } from '../codes.ts';

/** Why questions have no verdict: one issue for each judge and code, with the first reason. */
export function missingVerdicts(
  questions: readonly Question[],
  answers: Pick<JudgeAnswers, 'of'>,
): readonly Issue[] {
  const missing = new Map<string, { judge: string; code: string; why: string; count: number }>();
  for (const question of questions)
    for (const { judge, error } of answers.of(question)) {
      if (error === null) continue;
      const key = `${judge} ${error.code}`;
      const known = missing.get(key);
      if (known === undefined)
        missing.set(key, { judge, code: error.code, why: error.message, count: 1 });
      else known.count += 1;
    }
  return [...missing.values()].map(({ judge, code, why, count }) => {
    const which = count === 1 ? '1 question has' : `${count} questions have`;
    // Most reasons name the judge.
    const by = why.includes(judge) ? '' : ` of ${judge}`;
    const message = `${which} no verdict${by}: ${why}`;
    return judgeIssue(isKnown(code) ? code : 'JUDGE_ERROR', message);
  });
}

function isKnown(code: string): code is keyof typeof JUDGE_CODES {
  return Object.hasOwn(JUDGE_CODES, code);
}
