import { join } from 'node:path';
import { isJsonObject, parseJson } from '#core';
import { sha256 } from '../hash.ts';
import { readOptional, SAMPLE_FILES, type SampleFolder } from '../sampling/sample-folder.ts';
import { isRating, type Task } from './answer.ts';
import { datasetError } from '../codes.ts';

/** `assignments.json`: who labels which case. */
export interface Assignments {
  readonly schemaVersion: 1;
  readonly reviewers: readonly string[];
  /** The share of cases that several reviewers label, in percent. */
  readonly overlap: number;
  /** How many reviewers label those; two where it is absent. */
  readonly perCase?: number;
  readonly batch: number;
  readonly cases: readonly AssignedCase[];
}

interface AssignedCase {
  readonly case: string;
  readonly reviewers: readonly string[];
  /** From 1; cases of one batch are labelled together. */
  readonly batch: number;
}

/** How cases are dealt to reviewers. */
export interface Deal {
  readonly reviewers: readonly string[];
  readonly overlap: number;
  readonly batch: number;
  /** How many reviewers the first `overlap` percent of the cases are given to. */
  readonly perCase: number;
}

/** Gives each case to one reviewer, and the first `overlap` percent to several. The same sample is always dealt alike. */
export function assignCases(
  { manifest }: Pick<SampleFolder, 'manifest'>,
  ids: Iterable<string>,
  { reviewers, overlap, batch, perCase }: Deal,
): Assignments {
  const rank = (id: string): string => sha256(`${manifest.seed}\u0000assign\u0000${id}`);
  const dealt = [...ids]
    .map((id) => ({ id, rank: rank(id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const shared = Math.ceil((dealt.length * overlap) / 100);
  const take = (at: number): string => reviewers[at % reviewers.length] as string;
  return {
    schemaVersion: 1,
    reviewers,
    overlap,
    ...(perCase === 2 ? {} : { perCase }),
    batch,
    cases: dealt.map(({ id }, i) => {
      // Every pair of neighbours, then those two apart, and so on: all pairs of reviewers meet.
      const step = 1 + (Math.floor(i / reviewers.length) % Math.max(1, reviewers.length - 1));
      const several =
        perCase === 2
          ? [take(i), take(i + step)]
          : Array.from({ length: perCase }, (_, place) => take(i + place));
      return {
        case: id,
        reviewers: i < shared ? several.sort((a, b) => (a < b ? -1 : 1)) : [take(i)],
        batch: 1 + Math.floor(i / batch),
      };
    }),
  };
}

/** The file that says who does a task. */
export function assignmentsFile(task: Task): string {
  if (task === 'label') return SAMPLE_FILES.assignments;
  return task === 'rate' ? SAMPLE_FILES.raters : `assignments-${task}.json`;
}

/** Reads who labels which case; null where cases were not assigned. Who labels also rates where raters are not named. */
export function readAssignments(folder: string, task: Task = 'label'): Assignments | null {
  const file = join(folder, assignmentsFile(task));
  const text = readOptional(file);
  if (text === null) return isRating(task) ? readAssignments(folder) : null;
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  if (isJsonObject(value) && value.schemaVersion === 1 && Array.isArray(value.cases))
    return value as unknown as Assignments;
  throw datasetError('SAMPLE_INVALID', 'this is not a list of assignments', { where: { file } });
}
