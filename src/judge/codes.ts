/** The codes of judging, with what each means. Public: only ever added to. */
export const JUDGE_CODES: Readonly<Record<string, string>> = {
  JUDGE_ALIAS: 'the model of a judge is an alias that moves, and `allow_alias` is not set',
  JUDGE_BUDGET: 'a question was not asked: the budget of the judge is spent',
  JUDGE_DRIFT: 'another model answered than the judge that was asked',
  JUDGE_ERROR: 'a judge gave no usable answer: an outage, or none of the form asked for',
  JUDGE_FAMILY: 'warning: a judge is of the same family of models as the agent that it judges',
  JUDGE_GATES_IN_CI: 'a judged figure is gated in CI, and the suite forbids that',
  JUDGE_GUIDE: 'the guide of a judge cannot be read',
  JUDGE_INJECTION: 'warning: judged text contains what looks like instructions to a judge',
  JUDGE_NO_OUTPUT: 'no judge was asked: the record of a run has no final answer',
  JUDGE_REDACTED: 'no judge was asked: the arguments hold secrets',
  JUDGE_SPLIT: 'the judges disagree, and no verdict has enough of them',
  JUDGE_STORE:
    'warning: kept answers are damaged or edited and were ignored, or answers cannot be kept',
  JUDGE_TRUNCATED: 'a question is too large to be asked whole, and is never cut',
  JUDGE_UNASKED: 'no answer is recorded for a question, and judges may not be asked',
};
