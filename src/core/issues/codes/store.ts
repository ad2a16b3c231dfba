/** The codes of the history, with what each means. Public: only ever added to. */
export const STORE_CODES = {
  FLAG_STORE: ['unusable', '`--store` is not an address of a result store'],
  HISTORY_DAMAGED: ['unusable', 'the record or the report of a kept run is not as it was written'],
  HISTORY_NO_RUN: ['unusable', 'no kept run has this number or name'],
  HISTORY_UNREADABLE: ['unusable', 'the folder of the history cannot be read'],
  HISTORY_UNWRITABLE: ['warning', 'a run could not be kept; its result is not affected'],
  LIVE_LOCKED: ['unusable', 'another server of the project receives its traces'],
  STORE_UNUSABLE: ['unusable', 'the result store of a run with workers cannot be reached or used'],
} as const;
