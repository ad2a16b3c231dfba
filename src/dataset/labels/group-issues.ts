import type { CodeWith, DATASET_CODES, Issue } from '#core';
import { datasetIssue } from '../codes.ts';

type LabelCode = CodeWith<typeof DATASET_CODES>;

/** A problem that many rows of a sheet share, in words for one of them and for all. */
interface SharedProblem {
  readonly all: (count: number, reviewer: string) => string;
  /** Where the hint of a single row does not say it. */
  readonly hint?: string;
}

const SHARED: Partial<Record<LabelCode, SharedProblem>> = {
  LABEL_UNKNOWN_CASE: {
    all: (count) => `the sample does not have ${count} cases of this sheet`,
    hint: 'is it the sheet of another sample?',
  },
  LABEL_STALE: { all: (count) => `${count} cases have changed since this sheet was made` },
  LABEL_UNASSIGNED: {
    all: (count, reviewer) => `${count} cases are not assigned to ${reviewer}`,
    hint: 'is --reviewer the person who filled in the sheet?',
  },
  LABEL_CONFLICT: { all: (count, reviewer) => `${reviewer} has labelled ${count} cases otherwise` },
  LABEL_OWN_CASE: {
    all: (count, reviewer) =>
      `${reviewer} labels ${count} of these cases and cannot decide about them`,
    hint: 'a person who did not label them decides',
  },
  LABEL_NOT_DISPUTED: {
    all: (count) => `nothing is to be decided about ${count} cases`,
    hint: 'leave out --adjudicate where these are labels',
  },
};

/** How many cases an issue names. */
const MAX_NAMED = 3;

/** A problem of one row, and the case that it is about. */
export interface RowIssue {
  readonly issue: Issue;
  readonly id: string | null;
  /** Present where other rows with the same code have another problem. */
  readonly isAlone?: true;
}

/** One issue for each problem that many rows share, instead of one per row: what to do is the same for all. */
export function groupIssues(rowIssues: readonly RowIssue[], reviewer: string): readonly Issue[] {
  const groups = new Map<string, RowIssue[]>();
  for (const row of rowIssues) {
    const { code, message } = row.issue;
    const isShared = SHARED[code as LabelCode] !== undefined && row.isAlone !== true;
    const key = isShared ? code : `${code} ${message}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((rows) => groupOf(rows, reviewer));
}

function groupOf(rows: readonly RowIssue[], reviewer: string): readonly Issue[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { issue } = first;
  const shared = SHARED[issue.code as LabelCode];
  if (rows.length === 1) {
    const hint = issue.hint ?? shared?.hint;
    return [hint === undefined ? issue : { ...issue, hint }];
  }
  if (shared === undefined || first.isAlone === true) return rows.map((row) => row.issue);
  const names = rows.slice(0, MAX_NAMED).map(({ id }) => id ?? 'without an id');
  const more = rows.length > MAX_NAMED ? ', …' : '';
  return [
    datasetIssue(
      issue.code as LabelCode,
      `${shared.all(rows.length, reviewer)}: ${names.join(', ')}${more}`,
      { where: issue.where, hint: issue.hint ?? shared.hint },
    ),
  ];
}
