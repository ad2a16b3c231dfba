import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  type Label,
  parseLabel,
  stringifyJson,
  type ToolClass,
} from '#core';
import type { LabelTask } from '#schema';
import { fromCell, type RatedParts, readClause, readRating } from './read-rating.ts';

/** What reviewers are asked: which call was expected, or how good arguments, an answer or a whole run are (1, 0.5 or 0). */
export type Task = LabelTask;

export const TASKS: readonly Task[] = ['label', 'rate', 'rate-answer', 'rate-goal'];

/** Whether reviewers say how good something is. */
export function isRating(task: Task): boolean {
  return task !== 'label';
}

/** What a reviewer says of a case, as it is stored. */
export type Answer = JsonObject;

/** The columns of a row that are its label. */
export const LABEL_KEYS: ReadonlySet<string> = new Set([
  'expected_tool',
  'expected_args',
  'expected_calls',
]);

/** The answer in a row; null when it is not answered yet, text when it cannot be used. */
export function readAnswer(
  row: JsonObject,
  task: Task,
  parts: RatedParts | null = null,
): Answer | string | null {
  if (isRating(task)) return readRating(row, task === 'rate-goal', parts);
  const keys = [...LABEL_KEYS].filter((key) => Object.hasOwn(row, key) && row[key] !== '');
  if (keys.length === 0) return null;
  const answer: Answer = Object.fromEntries(keys.map((key) => [key, fromCell(row[key] as Json)]));
  const parsed = parseLabel(answer, classesIn(answer));
  if (!parsed.ok) return parsed.message;
  const clause = readClause(row);
  if (typeof clause !== 'string') return clause.message;
  return clause === '' ? withoutNothing(answer) : { ...withoutNothing(answer), clause };
}

/** `expected_args: null` beside a tool says nothing; a tool of null says none. */
function withoutNothing(answer: Answer): Answer {
  const kept = Object.entries(answer).filter(
    ([key, value]) => value !== null || key === 'expected_tool',
  );
  const hasCalls = kept.some(([key]) => key === 'expected_calls');
  return Object.fromEntries(kept.filter(([key]) => !hasCalls || key === 'expected_calls'));
}

/**
 * Two answers that say the same have the same key; neither the order of acceptable tools nor the clause of a rating
 * says anything.
 */
export function answerKey(answer: Answer, task: Task): string {
  if (isRating(task)) return categoryOf(answer, task);
  const calls = labelOf(answer).calls.map(({ tools, args }) => ({
    tools: tools.map((tool) => canonicalJson(tool as Json)).sort(),
    ...(args === undefined ? {} : { args }),
  }));
  return canonicalJson(calls);
}

/** Whether a reviewer who gives both repeats what was said: the clause and the parts of a rating belong to it. */
export function repeatsAnswer(a: Answer, b: Answer, task: Task): boolean {
  const isSame = answerKey(a, task) === answerKey(b, task);
  const said = ({ clause = null, score = null, met = null }: Answer): string =>
    canonicalJson({ clause, score, met });
  return isSame && (task === 'label' || said(a) === said(b));
}

/** What is counted when agreement is measured: the tools alone, or the rating. */
export function categoryOf(answer: Answer, task: Task): string {
  if (isRating(task)) return stringifyJson(answer.rating ?? null);
  const { calls } = labelOf(answer);
  return calls.length === 0 ? '(none)' : calls.map(({ name }) => name).join(' + ');
}

/** What a stored answer expects. */
export function labelOf(answer: Answer): Label {
  const parsed = parseLabel(answer, classesIn(answer));
  if (!parsed.ok) throw new Error(`a stored label was refused: ${parsed.message}`);
  return parsed.label;
}

/** Which classes there are is known to the eval that will use the label; here any will do. */
function classesIn(
  value: Json,
  classes: Map<string, ToolClass> = new Map(),
): Map<string, ToolClass> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) classesIn(item, classes);
  else if (isJsonObject(value)) {
    const name = Object.hasOwn(value, 'class') ? value.class : null;
    if (typeof name === 'string') classes.set(name, { name, members: [{ tool: `class ${name}` }] });
    for (const key of ['expected_tool', 'expected_calls', 'tool', 'name'])
      if (Object.hasOwn(value, key)) classesIn(value[key] as Json, classes);
  }
  return classes;
}
