import {
  type CodeWith,
  type IssueOf,
  issuesOf,
  JSON_CODES,
  type UserErrorOf,
  userErrorsOf,
} from '#core';

/** Every code that loading a suite can give, with its meaning. Public: only ever added to. */
export const SUITE_CODES = {
  SUITE_UNKNOWN_KEY: ['unusable', 'a key that is not known at its place'],
  SUITE_MISSING_KEY: ['unusable', 'a key that must be there is not'],
  SUITE_DUPLICATE_KEY: ['unusable', 'a key that stands twice in one map'],
  SUITE_TYPE: ['unusable', 'a value of another type than the key takes'],
  SUITE_QUOTE_THIS: ['unusable', 'a name that YAML reads as a number, a truth value or nothing'],
  SUITE_VALUE: ['unusable', 'a value that is not among the allowed ones or out of range'],
  SUITE_EMPTY: ['unusable', 'nothing to measure: no tests, no evals, or an empty document'],
  SUITE_NO_EFFECT: [
    'unusable',
    'a key that does nothing: the agent, or how the runs come about, does not honour it',
  ],
  SUITE_NO_SCORER: ['unusable', 'a test that measures nothing, because it has no scorer'],
  SUITE_DUPLICATE_NAME: ['unusable', 'two tests, evals or classes with one name'],
  SUITE_UNKNOWN_CLASS: ['unusable', 'a class that is not declared'],
  SUITE_EMPTY_CLASS: ['unusable', 'a class without members'],
  SUITE_OVERLAPPING_CLASSES: ['warning', 'one tool is a member of several classes of a block'],
  SUITE_UNKNOWN_AGENT: ['warning', 'an agent that is not declared under `agents`'],
  SUITE_MODEL: ['unusable', 'a model that cannot be asked as it is written'],
  SUITE_UNKNOWN_METRIC: ['unusable', 'a gate on a metric that is not measured there'],
  SUITE_GATE_UNIT: ['unusable', 'a gate value that does not fit the unit of its metric'],
  SUITE_GATE_OPERATOR: ['unusable', 'a gate without an operator, or with an unknown one'],
  SUITE_GATE_QA: ['unusable', 'a gate on a scorer of purpose `qa`, which never gates'],
  SUITE_CERTIFY: ['unusable', '`certify` on something that cannot be certified'],
  SUITE_CORRECTED: ['unusable', '`corrected` on something that no calibration can correct'],
  SUITE_NEUTRAL_EXPECTED: [
    'unusable',
    'one spelling of a tool is neutral, and expected or forbidden too',
  ],
  SUITE_FORBIDDEN_UNSEEN: [
    'unusable',
    'a forbidden tool whose calls are neutral or renamed before they are counted',
  ],
  SUITE_DUPLICATE_KEYED_SCORER: [
    'unusable',
    'two scorers of an eval whose metrics would have the same ids',
  ],
  SUITE_PATH_OUTSIDE: ['unusable', 'a path that leaves the root of the suite'],
  SUITE_UNKNOWN_MARKER: ['unusable', 'an expected value that looks like a marker but is none'],
  SUITE_REGEX: ['unusable', 'a regular expression that cannot run in linear time, or is not one'],
  SUITE_UNSUPPORTED: ['unusable', 'something that this version does not have'],
  SUITE_TOO_LARGE: ['unusable', 'a suite beyond 32 MB, 2,000,000 values, or 1 MB in one value'],
  SUITE_MORE: ['unusable', 'there is more than is listed'],
  SUITE_CATALOG: ['unusable', 'a catalog that is not a list of tools'],
  TEMPLATE_SYNTAX: ['unusable', 'a template that is not an expression in {{ }}'],
  TEMPLATE_PATH: ['unusable', 'a template that asks for more than `sample`, the row'],
  YAML_SYNTAX: ['unusable', 'text that is not YAML'],
  YAML_ALIAS: ['unusable', 'an anchor, alias or merge key: write the values out'],
  YAML_TAG: ['unusable', 'a tag such as !foo: only plain values are read'],
  YAML_DEPTH: ['unusable', 'nesting beyond 100 levels'],
  YAML_DOCUMENTS: ['unusable', 'more than one document in a file'],
} as const;

/** The codes that a problem in the text of a suite can have. */
export const PROBLEM_CODES = { ...SUITE_CODES, ...JSON_CODES } as const;

export type SuiteCode = CodeWith<typeof PROBLEM_CODES>;

export const suiteIssue: IssueOf<typeof PROBLEM_CODES> = issuesOf(PROBLEM_CODES);
export const suiteError: UserErrorOf<typeof PROBLEM_CODES> = userErrorsOf(PROBLEM_CODES);
