export { findExpectedUse } from './expected-use.ts';
export { proposeClasses } from './propose-classes.ts';
export { type ProposedGate, proposeGates } from './propose-gates.ts';
export { roundUp } from './round-up.ts';
export type { SuiteDraft, TestDraft } from './suite-draft.ts';
export { TraceSurvey } from './trace-survey.ts';
