export { argumentsQuestion } from './arguments-question.ts';
export type { JudgeAnswer, JudgeError, JudgeUsage, VerdictOn } from './judge-answer.ts';
export { hasOutput, judgedRun } from './judged-run.ts';
export { type OpenEnds, openGap, openScore } from './open-score.ts';
export {
  type AnyQuestion,
  type AnswerQuestion,
  type ArgumentsQuestion,
  type GoalQuestion,
  type JudgedRun,
  type Question,
  questionKey,
  type ToolsQuestion,
} from './question.ts';
export { decide, type Decided, type JudgedVerdict, NO_JUDGE, type Rulings } from './rulings.ts';
export { ruleOf, type Ruling } from './ruling.ts';
export {
  type AnyVerdict,
  type AnswerVerdict,
  type ArgumentsVerdict,
  type GoalVerdict,
  type Grade,
  gradeParts,
  GRADES,
  isGoodStatement,
  type JudgeVerdict,
  type ToolsVerdict,
  UNWANTED,
} from './verdict.ts';
