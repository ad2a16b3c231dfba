/** The codes of samples, labels and datasets, with what each means. Public: only ever added to. */
export const DATASET_CODES = {
  DATASET_CORRUPT: [
    'unusable',
    'a version of a dataset is not what its name says, or cannot be read',
  ],
  DATASET_OPEN_CASES: [
    'unusable',
    'cases are not labelled, or reviewers disagree, and it is not adjudicated',
  ],
  DATASET_UNREADABLE: [
    'unusable',
    'a dataset of another tool is partly in other files, or makes more rows than can be meant',
  ],
  DATASET_VERSION: [
    'unusable',
    'there is no such version of the dataset, or several begin like this',
  ],
  FLAG_ASSIGN: ['unusable', 'a flag of `label assign` has no usable value'],
  FLAG_BY: ['unusable', '`--by` names nothing that cases can be divided by'],
  FLAG_FROM: ['unusable', '`--from` of `dataset import` names no kind of dataset'],
  FLAG_PUSH: ['unusable', '`--push` is given and there is no eval whose results could be written'],
  FLAG_REVIEWER: ['unusable', 'a name of a reviewer that cannot name a file everywhere'],
  FLAG_SAMPLE: ['unusable', 'a flag of `sample` has no usable value'],
  FLAG_SHEET: ['unusable', '`--to` of `label export` names no kind of sheet'],
  FLAG_TASK: ['unusable', '`--task` is neither `label` nor `rate`'],
  LABEL_ASSIGNED: ['unusable', 'cases are assigned already, to others or otherwise'],
  LABEL_CONFLICT: ['unusable', 'a case has another label by the same reviewer already'],
  LABEL_INVALID: ['unusable', 'a row is not a label of this task'],
  LABEL_LINE: ['warning', 'a line of a label file is torn or is not a label; it is skipped'],
  LABEL_NOT_DISPUTED: ['unusable', 'nothing is to be decided about this case'],
  LABEL_OWN_CASE: ['unusable', 'who labelled a case cannot decide about it'],
  LABEL_ROLE: ['unusable', 'a sheet of decisions is imported as labels'],
  LABEL_STALE: ['unusable', 'the case has changed since the label was made'],
  LABEL_TASK: ['unusable', 'a sheet of one task is imported as another one'],
  LABEL_TOOL: [
    'warning',
    'a label names a tool that the case was not offered; it is added all the same',
  ],
  LABEL_UNASSIGNED: ['unusable', 'the case is assigned to other reviewers'],
  LABEL_UNKNOWN_CASE: ['unusable', 'no case of the sample has this id'],
  LABEL_UNSURE: [
    'warning',
    'a reviewer is not sure about a case and gives no label; the case stays open',
  ],
  PUSH_NO_EXAMPLE: [
    'unusable',
    'a case of an eval has no example in the dataset that results are pushed to',
  ],
  SAMPLE_EXISTS: ['unusable', '`sample` would overwrite a sample that may have labels'],
  SAMPLE_FULL: ['unusable', 'a sample that grows has as many cases as it may have'],
  SAMPLE_RUBRIC: [
    'unusable',
    'the `rubric.json` of a sample does not say what answers are rated by',
  ],
  SAMPLE_INVALID: ['unusable', 'a folder is not a sample, or its files do not fit together'],
  SAMPLE_STRATA: [
    'unusable',
    'so many strata that a sample of this size cannot have a case of each',
  ],
} as const;
