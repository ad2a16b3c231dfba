import type { IssueCode } from './issue-codes.ts';

export type { IssueCode };

/** Where in a file something was found. Lines and columns count from 1, byte offsets from 0. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  /** Of a record that is not a line of its own: the line where it begins. */
  readonly startLine?: number;
  readonly column?: number;
  readonly offset?: number;
  /** JSON pointer inside the record, such as `/tool_calls/0/name`. */
  readonly pointer?: string;
  /** Of a run that was driven: its number, behind the line of the suite or the row. */
  readonly run?: number;
}

/** Bad input, as a value: collected, shown all together, never thrown. Text as a code is that of a saved report. */
export interface Issue<Code extends string = IssueCode> {
  /** Stable, public: pinned by a test and only ever added to. */
  readonly code: Code;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly where: Place | null;
  readonly hint?: string;
  /** The offending source line, for a caret under it. */
  readonly excerpt?: { readonly text: string; readonly column: number; readonly length: number };
}

/** A set-up that cannot be used: printed without a stack, exit 2. */
export class UserError extends Error {
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super(issues.map((issue) => issue.message).join('\n'));
    this.name = 'UserError';
    this.issues = issues;
  }
}

/** An option of the library that cannot be used: the message names it. */
export function optionError(message: string): UserError {
  return new UserError([{ code: 'LIBRARY_OPTION', severity: 'error', message, where: null }]);
}
