import { type Issue, type IssueCode, type Place, UserError } from './issue.ts';

/**
 * What an issue makes of what it is about, at worst:
 * - `errored`: the run itself failed, or could not be made;
 * - `not measured`: the run, the record or the file does not show what the agent did;
 * - `not measured or partial`: the same, or only a part of the run is known;
 * - `unusable`: an input, a setting or an output cannot be used; it is not about a run;
 * - `warning`: nothing changes by it.
 */
type IssueEffect = 'errored' | 'not measured' | 'not measured or partial' | 'unusable' | 'warning';

/** Codes with their effect on a run and their meaning. */
export type CodeTable = Readonly<Record<string, readonly [effect: IssueEffect, meaning: string]>>;

/** The codes of a table whose issues have one of these effects. */
export type CodeWith<Table extends CodeTable, Effect extends IssueEffect = IssueEffect> = {
  [Code in keyof Table]: Table[Code][0] extends Effect ? Code : never;
}[keyof Table] &
  IssueCode;

/** The severity of an issue of this code. */
export function severityOf<Table extends CodeTable>(
  table: Table,
  code: CodeWith<Table>,
): 'error' | 'warning' {
  return table[code]?.[0] === 'warning' ? 'warning' : 'error';
}

/** What an issue can have beside its code and its message. */
interface IssueDetails {
  readonly where?: Place | null;
  readonly hint?: string | undefined;
}

/** Makes an issue of a code; the table of the code decides how serious it is. */
export type IssueOf<Table extends CodeTable> = <Code extends CodeWith<Table>>(
  code: Code,
  message: string,
  details?: IssueDetails,
) => Issue<Code>;

/** Makes an error of a set-up that cannot be used. */
export type UserErrorOf<Table extends CodeTable> = (
  code: CodeWith<Table>,
  message: string,
  details?: IssueDetails,
) => UserError;

/** The function that makes the issues of a table. A code that the table does not have does not compile. */
export function issuesOf<Table extends CodeTable>(table: Table): IssueOf<Table> {
  return (code, message, { where = null, hint } = {}) => {
    const severity = severityOf(table, code);
    return { code, severity, message, where, ...(hint === undefined ? {} : { hint }) };
  };
}

/** The function that makes the user errors of a table. */
export function userErrorsOf<Table extends CodeTable>(table: Table): UserErrorOf<Table> {
  const issue = issuesOf(table);
  return (code, message, details) => new UserError([issue(code, message, details)]);
}

/** The issue as a warning, where nothing changes by it at this place. */
export function asWarning<I extends Issue>(issue: I): I {
  return { ...issue, severity: 'warning' };
}

/** The issue as an error, where it matters after all. */
export function asError<I extends Issue>(issue: I): I {
  return { ...issue, severity: 'error' };
}
