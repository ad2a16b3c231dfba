import { type Grade, type JudgeAnswer, type Question, ruleOf } from '#core';
import { gradeOf } from './grade-of.ts';

/** Answers by question; what `askJudges` returns. */
export interface AnswerLookup {
  of(question: Question): readonly JudgeAnswer[];
}

/** What one judge, or all of them together, say of a question. */
export interface JudgeView {
  readonly name: string;
  readonly read: (question: Question) => ReadAnswer;
}

export interface ReadAnswer {
  /** Null where there is no verdict; `code` then says why. */
  readonly grade: Grade | null;
  readonly code: string | null;
  readonly models: readonly string[];
}

/** The name that several judges have together. */
const JURY = 'jury';

/** A judge by its place among those that answer. */
export function viewOfJuror(name: string, place: number, answers: AnswerLookup): JudgeView {
  return {
    name,
    read: (question) => {
      const answer = answers.of(question)[place];
      if (answer === undefined) return { grade: null, code: 'JUDGE_UNASKED', models: [] };
      return {
        grade: answer.verdict === null ? null : gradeOf(answer.verdict),
        code: answer.error?.code ?? null,
        models: answer.answeredBy === null ? [] : [answer.answeredBy],
      };
    },
  };
}

/** The first `members` judges together. */
export function viewOfJury(members: number, quorum: number, answers: AnswerLookup): JudgeView {
  return {
    name: JURY,
    read: (question) => {
      const jurorAnswers = answers.of(question).slice(0, members);
      const { verdict, error } = ruleOf(jurorAnswers, quorum);
      return {
        grade: verdict === null ? null : gradeOf(verdict),
        code: error?.code ?? null,
        models: jurorAnswers.flatMap(({ answeredBy }) => answeredBy ?? []),
      };
    },
  };
}
