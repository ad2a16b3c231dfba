/** The codes of judging, with what each means. Public: only ever added to. */
export const JUDGE_CODES = {
  JUDGE_ALIAS: [
    'unusable',
    'the model of a judge is an alias that moves, and `allow_alias` is not set',
  ],
  JUDGE_BUDGET: ['not measured', 'a question was not asked: the budget of the judge is spent'],
  JUDGE_DRIFT: [
    'not measured',
    'another model answered than the judge that was asked, or judged figures of two reports are not compared because their judges differ',
  ],
  JUDGE_ERROR: [
    'not measured',
    'a judge gave no usable answer: an outage, or none of the form asked for',
  ],
  JUDGE_FAMILY: ['warning', 'a judge is of the same family of models as the agent that it judges'],
  JUDGE_GATES_IN_CI: ['unusable', 'a judged figure is gated in CI, and the suite forbids that'],
  JUDGE_GUIDE: ['unusable', 'the guide of a judge cannot be read'],
  JUDGE_INJECTION: ['warning', 'judged text contains what looks like instructions to a judge'],
  JUDGE_NO_OUTPUT: ['not measured', 'no judge was asked: the record of a run has no final answer'],
  JUDGE_REDACTED: ['not measured', 'no judge was asked: the arguments hold secrets'],
  JUDGE_SPLIT: ['not measured', 'the judges disagree, and no verdict has enough of them'],
  JUDGE_STORE: [
    'warning',
    'kept answers are damaged or edited and were ignored, or answers cannot be kept',
  ],
  JUDGE_TRUNCATED: ['not measured', 'a question is too large to be asked whole, and is never cut'],
  JUDGE_UNASKED: [
    'not measured',
    'no answer is recorded for a question, and judges may not be asked',
  ],
} as const;

/** The codes of calibration, with what each means. Public: only ever added to. */
export const CALIBRATION_CODES = {
  CALIBRATION_INVALID: [
    'unusable',
    'a file is not one that `judge calibrate` wrote, or of a version that this one does not read',
  ],
  CALIBRATION_STALE: [
    'warning',
    'the calibration of a judge is of another model, prompt, guide or schema',
  ],
  RATINGS_INVALID: [
    'unusable',
    'a row of ratings cannot be read, or no rated case has a question for a judge',
  ],
} as const;
