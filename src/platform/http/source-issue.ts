import { type Issue, UserError } from '#core';

/** What can go wrong with sources, by code. */
export const SOURCE_CODES: ReadonlyMap<string, string> = new Map([
  ['SOURCE_URL', 'the address of a source, or of a place to push to, cannot be understood'],
  ['SOURCE_KEY', 'a source needs a variable of the environment that is not set, or not usable'],
  ['SOURCE_REFUSED', 'a source does not accept the key'],
  ['SOURCE_PROJECT', 'a source has no project or dataset of this name'],
  ['SOURCE_FAILED', 'a source could not be reached, or its answer could not be read'],
]);

/** An issue of a whole source. */
export function sourceIssue(code: string, label: string, message: string, hint?: string): Issue {
  const issue: Issue = { code, severity: 'error', message, where: { file: label } };
  return hint === undefined ? issue : { ...issue, hint };
}

/** A source that is set up in a way that cannot work. */
export function sourceError(
  code: string,
  label: string,
  message: string,
  hint?: string,
): UserError {
  return new UserError([sourceIssue(code, label, message, hint)]);
}
