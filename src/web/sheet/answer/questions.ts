import { ratingMeanings, type SheetRow } from '#reporters';

/** The parts of a row that say what is asked. */
export type Asked = Pick<SheetRow, 'question' | 'rated'>;

/** A statement that is true of an answer or not. */
export interface Statement {
  readonly id: string;
  readonly text: string;
}

/** A rating and what it means. */
export interface RatingChoice {
  readonly value: string;
  readonly words: string;
}

/** The statements of a case that are met or not. */
export function statementsOf({ question }: Asked): readonly Statement[] {
  return question?.kind === 'answer' ? question.statements : [];
}

/** The ratings that a case can have. Statements alone leave nothing to rate. */
export function ratingsOf({ question }: Asked): readonly RatingChoice[] {
  if (question?.kind === 'answer' && question.rubric === null) return [];
  return ratingMeanings(question).map(([value, words]) => ({
    value,
    words: words.charAt(0).toUpperCase() + words.slice(1),
  }));
}

/** The question that a reviewer answers about a case. */
export function titleOf(asked: Asked): string {
  const { question, rated } = asked;
  if (question?.kind === 'goal') return 'Did the user get what they wanted?';
  if (question?.kind === 'answer') {
    if (question.statements.length === 0) return 'How good is the answer, by the rubric?';
    return question.rubric === null
      ? 'What is true of the answer?'
      : 'How good is the answer by the rubric, and what is true of it?';
  }
  return rated === null
    ? 'What should the agent call now?'
    : 'Do the called arguments mean what was expected?';
}
