/** What a judge can give: right, partly right, wrong. */
export type Grade = 1 | 0.5 | 0;

export const GRADES: readonly Grade[] = [1, 0.5, 0];

/** What a judge says about a question of the same kind. A different type from a score on purpose. */
export type JudgeVerdict = ArgumentsVerdict | AnswerVerdict | GoalVerdict;

/** What a judge says about two tools. */
export interface ToolsVerdict {
  readonly kind: 'tools';
  readonly same: boolean;
  readonly reason: string;
}

/** All that judges say. */
export type AnyVerdict = JudgeVerdict | ToolsVerdict;

export interface ArgumentsVerdict {
  readonly kind: 'arguments';
  readonly score: Grade;
  readonly reason: string;
  /** By argument, where the judge gives it. */
  readonly each?: readonly ArgumentVerdict[];
}

export interface ArgumentVerdict {
  readonly argument: string;
  readonly score: Grade;
  readonly reason: string;
}

export interface AnswerVerdict {
  readonly kind: 'answer';
  /** By the rubric; null where the question has none. */
  readonly score: Grade | null;
  /** One per statement of the question, in its order. */
  readonly statements: readonly StatementVerdict[];
  readonly reason: string;
}

export interface StatementVerdict {
  readonly id: string;
  readonly met: boolean;
  readonly reason: string;
}

export interface GoalVerdict {
  readonly kind: 'goal';
  readonly achieved: boolean;
  readonly reason: string;
}

/** An answer as one grade: 1 where all of its parts are good, 0 where none is, 0.5 otherwise. */
export function gradeParts(
  score: Grade | null,
  statements: readonly Pick<StatementVerdict, 'id' | 'met'>[],
): Grade {
  const met = statements.map((statement): Grade => (isGoodStatement(statement) ? 1 : 0));
  const parts = score === null ? met : [score, ...met];
  if (parts.every((part) => part === 1)) return 1;
  return parts.every((part) => part === 0) ? 0 : 0.5;
}

/** What the ids of statements begin with that must not be true of an answer. */
export const UNWANTED = 'not';

/** Whether what a judge says about a statement speaks for the answer. */
export function isGoodStatement({ id, met }: Pick<StatementVerdict, 'id' | 'met'>): boolean {
  return met !== id.startsWith(UNWANTED);
}
