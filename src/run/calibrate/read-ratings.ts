import { statSync } from 'node:fs';
import { type ToolSpec, UserError } from '#core';
import { isSampleFolder, readSheet } from '#dataset';
import type { RatedSet } from '#judge';
import { openCaseQuestions } from './case-questions.ts';
import { ratingsIssue } from './ratings-issue.ts';
import { ratingsOfRows } from './ratings-of-rows.ts';
import { ratingsOfSample } from './ratings-of-sample.ts';

/** Reads ratings: a sample folder, or a file of rated rows. Throws a UserError where no rated case has a question. */
export async function readRatings(
  path: string,
  catalog: readonly ToolSpec[] | null,
): Promise<RatedSet> {
  const questionsOf = await openCaseQuestions(catalog);
  const set = isFolder(path)
    ? ratingsOfSample(path, questionsOf)
    : ratingsOfRows(await readSheet(path), questionsOf);
  if (set.cases.some(({ rating }) => rating !== null)) return set;
  const hint =
    set.cases.length === 0
      ? 'a judge is asked where a right tool was called with arguments that are not equal to the labelled ones'
      : 'rate cases with whichtool label export --task rate';
  throw new UserError([
    { ...ratingsIssue('no rated case has a question for a judge', hint), where: { file: path } },
  ]);
}

function isFolder(path: string): boolean {
  return (
    isSampleFolder(path) || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
  );
}
