import type { CodeTable } from './code-table.ts';
import { CORE_CODES } from './codes/core.ts';
import { DATASET_CODES } from './codes/dataset.ts';
import { DRIVE_CODES } from './codes/drivers.ts';
import { CALIBRATION_CODES, JUDGE_CODES } from './codes/judge.ts';
import { FILE_CODES, PEER_CODES, SOURCE_CODES } from './codes/platform.ts';
import { READ_CODES } from './codes/readers.ts';
import { REPORT_CODES } from './codes/report.ts';
import { RUN_CODES } from './codes/run.ts';
import { SERVER_CODES } from './codes/server.ts';
import { STORE_CODES } from './codes/store.ts';
import { SUITE_CODES } from './codes/suite.ts';

/** Every code of the product, with its effect and its meaning. docs/codes.md is generated from it. */
export const ISSUE_CODES = {
  ...CORE_CODES,
  ...DATASET_CODES,
  ...DRIVE_CODES,
  ...JUDGE_CODES,
  ...CALIBRATION_CODES,
  ...FILE_CODES,
  ...PEER_CODES,
  ...SOURCE_CODES,
  ...READ_CODES,
  ...REPORT_CODES,
  ...RUN_CODES,
  ...SERVER_CODES,
  ...STORE_CODES,
  ...SUITE_CODES,
} as const satisfies CodeTable;

export type IssueCode = keyof typeof ISSUE_CODES;
