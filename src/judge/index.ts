export type { AnswerRecord, AnswerStore } from './answer-record.ts';
export type { Juror, Panel } from './panel.ts';
