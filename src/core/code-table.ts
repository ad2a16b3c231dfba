/**
 * What an issue makes of what it is about, at worst:
 * - `errored`: the run itself failed, or could not be made;
 * - `not measured`: the run, the record or the file does not show what the agent did;
 * - `not measured or partial`: the same, or only a part of the run is known;
 * - `unusable`: an input, a setting or an output cannot be used; it is not about a run;
 * - `warning`: nothing changes by it.
 */
export type IssueEffect =
  | 'errored'
  | 'not measured'
  | 'not measured or partial'
  | 'unusable'
  | 'warning';

/** The codes of a room: what an issue of that code makes of a run, and what it means. */
export type CodeTable = Readonly<Record<string, readonly [effect: IssueEffect, meaning: string]>>;

/** The codes of a table whose issues have one of these effects. */
export type CodeWith<Table extends CodeTable, Effect extends IssueEffect = IssueEffect> = {
  [Code in keyof Table]: Table[Code][0] extends Effect ? Code : never;
}[keyof Table] &
  string;

/** The severity of an issue of this code. */
export function severityOf(table: CodeTable, code: string): 'error' | 'warning' {
  return table[code]?.[0] === 'warning' ? 'warning' : 'error';
}
