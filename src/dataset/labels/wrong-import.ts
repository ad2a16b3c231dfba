import { isJsonObject, type Issue, type JsonObject } from '#core';
import { datasetIssue } from '../codes.ts';
import { isRating, LABEL_KEYS, type Task } from './answer.ts';
import type { FilledRow, LabelSource } from './check-labels.ts';
import type { LabelBook } from './label-book.ts';

/** Says once what is wrong where a whole sheet is imported by the wrong flags; null where it is not. */
export function explainWrongImport(
  rows: readonly FilledRow[],
  book: LabelBook,
  { role, reviewer }: Pick<LabelSource, 'role' | 'reviewer'>,
): Issue | null {
  return (
    explainShape(rows) ??
    explainTask(rows, book.task) ??
    (role === 'review' && areDecisions(rows, book, reviewer)
      ? datasetIssue('LABEL_ROLE', 'these are decisions about disputed cases: add --adjudicate')
      : null)
  );
}

/** Rows that name no case are those of another file, such as a catalog or traces. */
function explainShape(rows: readonly FilledRow[]): Issue | null {
  const isOfCase = ({ value }: FilledRow): boolean =>
    ['id', 'case', 'case_hash', ...LABEL_KEYS].some((key) => isFilled(value, key));
  if (rows.length === 0 || rows.some(isOfCase)) return null;
  return datasetIssue('LABEL_INVALID', 'this is not a sheet of cases: no row has an id', {
    hint: 'give the file that the labelling page saved, or that `label export` wrote, filled in (CSV, JSON or JSONL)',
  });
}

/** Sheets of disputed cases mark their rows, or show what others said. A sheet without marks is one by its cases. */
function areDecisions(rows: readonly FilledRow[], book: LabelBook, reviewer: string): boolean {
  const isMarked = ({ value }: FilledRow): boolean =>
    isYes(value, 'decision') || isFilled(value, 'opinions') || isFilled(value, 'opinion_1');
  const isOfOthers = ({ value: { id } }: FilledRow): boolean =>
    typeof id === 'string' &&
    book.assignedTo(id)?.includes(reviewer) === false &&
    book.settle(id).state === 'disputed';
  return rows.some(isMarked) || (rows.length > 0 && rows.every(isOfOthers));
}

function explainTask(rows: readonly FilledRow[], task: Task): Issue | null {
  const values = rows.map(({ value }) => value);
  const has = (keys: Iterable<string>): boolean =>
    values.some((value) => [...keys].some((key) => isFilled(value, key)));
  const hasLabels = has(LABEL_KEYS);
  const hasRatings = has(['rating', 'score', 'met']);
  if (isRating(task))
    return hasLabels && !hasRatings
      ? datasetIssue('LABEL_TASK', `these are labels: leave out --task ${task}`)
      : null;
  if (hasLabels || !hasRatings) return null;
  return datasetIssue('LABEL_TASK', `these are ratings: add --task ${ratingTask(values)}`);
}

/** The task of rated rows, where they say what is rated. */
function ratingTask(values: readonly JsonObject[]): string {
  if (values.some((value) => isFilled(value, 'score') || isFilled(value, 'met')))
    return 'rate-answer';
  const [kind] = values.flatMap(({ question }) => (isJsonObject(question) ? [question.kind] : []));
  if (kind === 'answer' || kind === 'goal') return `rate-${kind}`;
  return values.some((value) => isFilled(value, 'called'))
    ? 'rate'
    : 'rate, rate-answer or rate-goal';
}

function isFilled(value: JsonObject, key: string): boolean {
  return Object.hasOwn(value, key) && value[key] !== null && value[key] !== '';
}

/** Whether a column says yes, in the spellings of sheets. */
export function isYes(value: JsonObject, key: string): boolean {
  if (!isFilled(value, key)) return false;
  const cell = value[key];
  return (
    cell === true || cell === 1 || (typeof cell === 'string' && /^(?:yes|true|x|1)$/i.test(cell))
  );
}
