import { type CodeWith, type Issue, issuesOf, UserError } from '#core';

/** What can go wrong with sources, by code. */
export const SOURCE_CODES = {
  SOURCE_URL: [
    'unusable',
    'the address of a source, or of a place to push to, cannot be understood',
  ],
  SOURCE_KEY: [
    'unusable',
    'a source needs a variable of the environment that is not set, or not usable',
  ],
  SOURCE_REFUSED: ['unusable', 'a source does not accept the key'],
  SOURCE_PROJECT: ['unusable', 'a source has no project or dataset of this name'],
  SOURCE_TABLE: ['unusable', 'a database has no such table, or the address does not name one'],
  SOURCE_COLUMN: [
    'unusable',
    'a table or Parquet file lacks a column that its mapping needs, or fits no mapping',
  ],
  SOURCE_MAPPING: ['unusable', 'a mapping file cannot be read'],
  SOURCE_FAILED: ['not measured', 'a source could not be reached, or its answer could not be read'],
} as const;

const issue = issuesOf(SOURCE_CODES);

type SourceCode = CodeWith<typeof SOURCE_CODES>;

/** Why what a source has is not measured. */
export type SourceFailure = Issue<CodeWith<typeof SOURCE_CODES, 'not measured'>>;

/** An issue of a whole source. */
export function sourceIssue<Code extends SourceCode>(
  code: Code,
  label: string,
  message: string,
  hint?: string,
): Issue<Code> {
  return issue(code, message, { where: { file: label }, hint });
}

/** A source that is set up in a way that cannot work. */
export function sourceError(
  code: SourceCode,
  label: string,
  message: string,
  hint?: string,
): UserError {
  return new UserError([sourceIssue(code, label, message, hint)]);
}
