import { readFileSync } from 'node:fs';
import { type Calibration, type Issue, UserError } from '#core';
import { calibrationIssue, readCalibration } from '#judge';
import { displayPath } from '#platform';
import type { Judging } from './judging.ts';

/** The calibration that a suite names; null where it names none. Throws a UserError where it cannot be read. */
export function readCalibrationOf({
  plan,
  suite,
}: Pick<Judging, 'plan' | 'suite'>): Calibration | null {
  const { calibration: path } = plan;
  if (path === null) return null;
  const file = displayPath(path, suite.root);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw calibrationError(
      calibrationIssue('CALIBRATION_INVALID', 'the calibration of the judge cannot be read', {
        where: { file },
        hint: 'make it with: whichtool judge calibrate',
      }),
    );
  }
  const read = readCalibration(text, file);
  if (!read.ok) throw calibrationError(read.issue);
  return read.calibration;
}

function calibrationError(issue: Issue): UserError {
  return new UserError([issue]);
}
