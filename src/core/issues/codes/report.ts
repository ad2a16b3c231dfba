/** What can be wrong with a saved report, by code. */
export const REPORT_CODES = {
  REPORT_INVALID: ['unusable', 'the file is not a report of whichtool'],
  REPORT_VERSION: ['unusable', 'a report of a version that this one does not read'],
} as const;
