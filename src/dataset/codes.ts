import type { Issue, Place } from '#core';

/** The codes of samples, labels and datasets, with what each means. Public: only ever added to. */
export const DATASET_CODES: Readonly<Record<string, string>> = {
  DATASET_CORRUPT: 'a version of a dataset is not what its name says, or cannot be read',
  DATASET_OPEN_CASES: 'cases are not labelled, or reviewers disagree, and nobody has decided',
  DATASET_UNREADABLE:
    'a dataset of another tool is partly in other files, or makes more rows than can be meant',
  DATASET_VERSION: 'there is no such version of the dataset, or several begin like this',
  FLAG_ASSIGN: 'a flag of `label assign` has no usable value',
  FLAG_BY: '`--by` names nothing that cases can be divided by',
  FLAG_FROM: '`--from` of `dataset import` names no kind of dataset',
  FLAG_PUSH: '`--push` is given and there is no eval whose results could be written',
  FLAG_REVIEWER: 'a name of a reviewer that cannot name a file everywhere',
  FLAG_SAMPLE: 'a flag of `sample` has no usable value',
  FLAG_SHEET: '`--to` of `label export` names no kind of sheet',
  FLAG_TASK: '`--task` is neither `label` nor `rate`',
  LABEL_ASSIGNED: 'cases are assigned already, to others or otherwise',
  LABEL_CONFLICT: 'a case has another label by the same reviewer already',
  LABEL_INVALID: 'a row is no label, or not one of this task',
  LABEL_LINE: 'warning: a line of a label file is torn or is no label; it is left out',
  LABEL_NOT_DISPUTED: 'nothing is to be decided about this case',
  LABEL_OWN_CASE: 'who labelled a case cannot decide about it',
  LABEL_STALE: 'the case has changed since the label was made',
  LABEL_TOOL:
    'warning: a label names a tool that the case was not offered; it is added all the same',
  LABEL_UNASSIGNED: 'the case is assigned to other reviewers',
  LABEL_UNKNOWN_CASE: 'no case of the sample has this id',
  PUSH_NO_EXAMPLE: 'a case of an eval has no example in the dataset that results are pushed to',
  SAMPLE_EXISTS: '`sample` would overwrite a sample that may have labels',
  SAMPLE_INVALID: 'a folder is not a sample, or its files do not fit together',
  SAMPLE_STRATA: 'so many strata that a sample of this size cannot have a case of each',
};

/** An issue of this room. */
export function datasetIssue(
  code: string,
  message: string,
  hint?: string,
  where: Place | null = null,
): Issue {
  const severity = ['LABEL_LINE', 'LABEL_TOOL'].includes(code) ? 'warning' : 'error';
  return { code, severity, message, where, ...(hint === undefined ? {} : { hint }) };
}
