export type { AnswerStore } from './answer-record.ts';
export { distinctQuestions } from './answer-key.ts';
export {
  listOpenQuestions,
  type OpenQuestion,
  PanelDesk,
  ReceivedAnswers,
} from './elsewhere/ask-elsewhere.ts';
export { countAffordable } from './elsewhere/count-affordable.ts';
export { askJudges, type JudgeAnswers } from './ask-judges.ts';
export { judgeIssue } from './codes.ts';
export { estimateQuestions, type QuestionsEstimate } from './estimate-questions.ts';
export { findInjection, injectionIssue } from './find-injection.ts';
export { familyOf } from './names/family-of.ts';
export { type JurorOptions, openJuror, requirePinned } from './open-juror.ts';
export type { Juror, Panel } from './panel.ts';
export { promptHash } from './prompt/prompt-hash.ts';
export { openCacheStore } from './stores/cache-store.ts';
export { type AnswerPlaces, listAnswers } from './stores/list-answers.ts';
export { openRecordedStore, type RecordedStore } from './stores/recorded-store.ts';
export * from './calibrate/index.ts';
