export type { JudgeAnswer, JudgeError, JudgeUsage } from './judge-answer.ts';
export {
  type AnswerQuestion,
  type ArgumentsQuestion,
  type GoalQuestion,
  type JudgedRun,
  type Question,
  questionKey,
} from './question.ts';
export { ruleOf, type Ruling } from './ruling.ts';
export {
  type AnswerVerdict,
  type ArgumentsVerdict,
  type ArgumentVerdict,
  type GoalVerdict,
  type Grade,
  GRADES,
  type JudgeVerdict,
  type StatementVerdict,
} from './verdict.ts';
