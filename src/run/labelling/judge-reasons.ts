import { type JudgeVerdict, parseTrace, type Question, questionKey } from '#core';
import { expectedLabels, ratedCall } from '#dataset';
import { type AnswerPlaces, gradeOf, listAnswers } from '#judge';
import type { ApiJudgeReason } from '#schema';
import { openCaseQuestions } from '../calibrate/case-questions.ts';
import type { LabelContext } from './open-labelling.ts';

/** Finds what judges said about the cases of a sample, in answers that were recorded when they were asked the same. */
export async function openJudgeReasons(
  context: LabelContext,
  places: AnswerPlaces,
): Promise<(id: string) => readonly ApiJudgeReason[]> {
  if (context.book.task === 'label') return () => [];
  const reasons = new Map<string, ApiJudgeReason[]>();
  for (const { question, answer } of listAnswers(places)) {
    const { verdict } = answer;
    if (question.kind === 'tools' || verdict === null || verdict.kind === 'tools') continue;
    const said = { judge: answer.judge, rating: gradeOf(verdict), reason: reasonOf(verdict) };
    const key = keyOf(question);
    reasons.set(key, [...(reasons.get(key) ?? []), said]);
  }
  const questionOf = await openQuestions(context);
  return (id) => {
    const question = questionOf(id);
    return question === null ? [] : (reasons.get(keyOf(question)) ?? []);
  };
}

/** What people see of a question, too: which description a tool had is said by the suite that asked. */
function keyOf(question: Question): string {
  if (question.kind !== 'arguments') return questionKey(question);
  const { name } = question.tool;
  return questionKey({ ...question, tool: { name, description: null, input_schema: null } });
}

/** What a judge is asked about a case; null where it is not asked. */
async function openQuestions(context: LabelContext): Promise<(id: string) => Question | null> {
  const { questions, sample } = context;
  if (questions !== null) return (id) => questions.get(id) ?? null;
  const labels = expectedLabels(context);
  const questionsOf = await openCaseQuestions(null);
  return (id) => {
    const sampled = sample.cases.get(id);
    const rated = sampled === undefined ? null : ratedCall(sampled, labels);
    if (sampled === undefined || rated === null) return null;
    const parsed = parseTrace({ ...sampled.trace, input: sampled.input });
    const asked = parsed.ok ? questionsOf(rated.expected, parsed.trace) : [];
    return asked.length === 1 ? (asked[0] ?? null) : null;
  };
}

/** The reason for the whole; of an answer with statements those for its parts follow. */
function reasonOf(verdict: JudgeVerdict): string {
  const parts = verdict.kind === 'answer' ? verdict.statements : [];
  const lines = parts.map(({ id, met, reason }) => `${id}: ${met ? 'yes' : 'no'}, ${reason}`);
  return [verdict.reason, ...lines].filter((line) => line !== '').join('\n');
}
