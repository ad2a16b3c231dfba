import { type CodeWith, type Issue, issuesOf, SOURCE_CODES, UserError } from '#core';

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
