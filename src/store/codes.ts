import { type IssueOf, issuesOf, type UserErrorOf, userErrorsOf } from '#core';

/** The codes of the history, with what each means. Public: only ever added to. */
export const STORE_CODES = {
  HISTORY_DAMAGED: ['unusable', 'the record or the report of a kept run is not as it was written'],
  HISTORY_NO_RUN: ['unusable', 'no kept run has this number or name'],
  HISTORY_UNREADABLE: ['unusable', 'the folder of the history cannot be read'],
  HISTORY_UNWRITABLE: ['warning', 'a run could not be kept; its result is not affected'],
  STORE_DATABASE: [
    'unusable',
    'a database of whichtool cannot be opened: it is damaged or something else',
  ],
  STORE_NEWER: ['unusable', 'a database was written by a newer version of whichtool'],
  STORE_SQLITE: [
    'unusable',
    'SQLite is missing: Node before 22.14 needs the package better-sqlite3',
  ],
} as const;

export const storeIssue: IssueOf<typeof STORE_CODES> = issuesOf(STORE_CODES);
export const storeError: UserErrorOf<typeof STORE_CODES> = userErrorsOf(STORE_CODES);
