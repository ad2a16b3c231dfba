import { join } from 'node:path';
import { isJsonObject, parseJson, UserError } from '#core';
import { datasetIssue } from '../codes.ts';
import { sha256 } from '../hash.ts';
import { readOptional, SAMPLE_FILES, type SampleFolder } from '../sample-folder.ts';

/** `assignments.json`: who labels which case. */
export interface Assignments {
  readonly schemaVersion: 1;
  readonly reviewers: readonly string[];
  /** The share of cases that two reviewers label, in percent. */
  readonly overlap: number;
  readonly batch: number;
  readonly cases: readonly AssignedCase[];
}

interface AssignedCase {
  readonly case: string;
  readonly reviewers: readonly string[];
  /** From 1; cases of one batch are labelled together. */
  readonly batch: number;
}

/** Gives each case to one reviewer, and the first `overlap` percent to a second. The same sample is always dealt alike. */
export function assignCases(
  { cases, manifest }: SampleFolder,
  reviewers: readonly string[],
  overlap: number,
  batch: number,
): Assignments {
  const rank = (id: string): string => sha256(`${manifest.seed}\u0000assign\u0000${id}`);
  const dealt = [...cases.keys()]
    .map((id) => ({ id, rank: rank(id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const twice = Math.ceil((dealt.length * overlap) / 100);
  const take = (at: number): string => reviewers[at % reviewers.length] as string;
  return {
    schemaVersion: 1,
    reviewers,
    overlap,
    batch,
    cases: dealt.map(({ id }, i) => {
      // Every pair of neighbours, then those two apart, and so on: all pairs of reviewers meet.
      const step = 1 + (Math.floor(i / reviewers.length) % Math.max(1, reviewers.length - 1));
      const both = [take(i), take(i + step)].sort((a, b) => (a < b ? -1 : 1));
      return {
        case: id,
        reviewers: i < twice ? both : [take(i)],
        batch: 1 + Math.floor(i / batch),
      };
    }),
  };
}

/** Reads who labels which case; null when nobody was told. */
export function readAssignments(folder: string): Assignments | null {
  const file = join(folder, SAMPLE_FILES.assignments);
  const text = readOptional(file);
  if (text === null) return null;
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  if (isJsonObject(value) && value.schemaVersion === 1 && Array.isArray(value.cases))
    return value as unknown as Assignments;
  throw new UserError([
    datasetIssue('SAMPLE_INVALID', 'this is not a list of assignments', undefined, { file }),
  ]);
}
