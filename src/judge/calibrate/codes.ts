/** The codes of calibration, with what each means. Public: only ever added to. */
export const CALIBRATION_CODES: Readonly<Record<string, string>> = {
  CALIBRATION_INVALID:
    'a file is not one that `judge calibrate` wrote, or of a version that this one does not read',
  RATINGS_INVALID: 'a row of ratings cannot be read, or no rated case has a question for a judge',
};
