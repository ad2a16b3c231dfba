import {
  type AnswerQuestion,
  type GoalQuestion,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
  UNWANTED,
} from '#core';

/** What the agent did and answered, as a judge sees it: a line for each step. */
export function runText({ run: { steps, output, cut } }: AnswerQuestion | GoalQuestion): string {
  return [
    ...steps.map(stepText),
    `final answer: ${textOf(output)}`,
    ...(cut === 0 ? [] : [`(${cut} characters are left out)`]),
  ].join('\n');
}

/** What a run is rated by: rubric and statements, or the goal. */
export function askedText(question: AnswerQuestion | GoalQuestion): string {
  if (question.kind === 'goal')
    return question.reference === null
      ? 'did the user get what they wanted?'
      : `reference: ${question.reference}`;
  const { rubric, statements } = question;
  return [
    ...(rubric === null ? [] : [`rubric: ${rubric}`]),
    ...statements.map(
      ({ id, text }) => `${id}${id.startsWith(UNWANTED) ? ' (unwanted)' : ''}: ${text}`,
    ),
  ].join('\n');
}

function stepText(step: JsonObject): string {
  const { role, text, call, arguments: args, status, result } = step;
  if (typeof role === 'string') return `${role}: ${textOf(text ?? null)}`;
  const came = result === undefined ? [] : [`result: ${textOf(result)}`];
  if (typeof call !== 'string') return came.join('');
  const outcome = typeof status === 'string' && status !== 'ok' ? ` (${status})` : '';
  const made = `calls ${call} ${args === undefined ? '' : textOf(args)}`.trimEnd() + outcome;
  return [made, ...came].join('\n');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : isEmpty(value) ? '' : stringifyJson(value);
}

function isEmpty(value: Json): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}
