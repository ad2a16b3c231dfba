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

/** What reviewers are asked: which call was expected, or how good the arguments of a call are (1, 0.5 or 0). */
export type Task = 'label' | 'rate';

export const TASKS: readonly Task[] = ['label', 'rate'];

/** What a reviewer says of a case, as it is stored. */
export type Answer = JsonObject;

/** The columns of a row that are its label. */
export const LABEL_KEYS: ReadonlySet<string> = new Set([
  'expected_tool',
  'expected_args',
  'expected_calls',
]);

/** The answer in a row; null when it is not answered yet, text when it cannot be used. */
export function readAnswer(row: JsonObject, task: Task): Answer | string | null {
  if (task === 'rate') return readRating(row);
  const given = [...LABEL_KEYS].filter((key) => Object.hasOwn(row, key) && row[key] !== '');
  if (given.length === 0) return null;
  const answer: Answer = Object.fromEntries(given.map((key) => [key, fromCell(row[key] as Json)]));
  const parsed = parseLabel(answer, classesIn(answer));
  return parsed.ok ? withoutNothing(answer) : parsed.message;
}

function readRating(row: JsonObject): Answer | string | null {
  const rating = Object.hasOwn(row, 'rating') ? row.rating : null;
  if (rating === null || rating === '') return null;
  const number =
    typeof rating === 'string' && /^(?:0|0\.5|1)$/.test(rating) ? Number(rating) : rating;
  if (number !== 0 && number !== 0.5 && number !== 1) return 'a rating is 1, 0.5 or 0';
  const clause = Object.hasOwn(row, 'clause') ? (row.clause ?? '') : '';
  if (typeof clause !== 'string' && typeof clause !== 'number')
    return 'a clause of the guide is text';
  const name = (fromCell(String(clause)) as string).trim();
  if (name.length > MAX_CLAUSE) return `a clause is named by at most ${MAX_CLAUSE} characters`;
  return name === '' ? { rating: number } : { rating: number, clause: name };
}

/** A clause of the guide is named, not quoted. */
const MAX_CLAUSE = 100;

/** A spreadsheet must not run a cell, so one that begins like a formula was written with an apostrophe. */
function fromCell(value: Json): Json {
  return typeof value === 'string' ? value.replace(/^'(?=\s*[=+\-@])/, '') : value;
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
  if (task === 'rate') return categoryOf(answer, task);
  const calls = labelOf(answer).calls.map(({ tools, args }) => ({
    tools: tools.map((tool) => canonicalJson(tool as Json)).sort(),
    ...(args === undefined ? {} : { args }),
  }));
  return canonicalJson(calls);
}

/** Whether a reviewer who gives both repeats what was said: the clause of a rating is a part of it. */
export function repeatsAnswer(a: Answer, b: Answer, task: Task): boolean {
  const isSame = answerKey(a, task) === answerKey(b, task);
  return isSame && (task === 'label' || a.clause === b.clause);
}

/** What is counted when agreement is measured: the tools alone, or the rating. */
export function categoryOf(answer: Answer, task: Task): string {
  if (task === 'rate') return stringifyJson(answer.rating ?? null);
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
function classesIn(value: Json, found: Map<string, ToolClass> = new Map()): Map<string, ToolClass> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) classesIn(item, found);
  else if (isJsonObject(value)) {
    const name = Object.hasOwn(value, 'class') ? value.class : null;
    if (typeof name === 'string') found.set(name, { name, members: [{ tool: `class ${name}` }] });
    for (const key of ['expected_tool', 'expected_calls', 'tool', 'name'])
      if (Object.hasOwn(value, key)) classesIn(value[key] as Json, found);
  }
  return found;
}
