export { containsPlaceholder, REDACTED, someText } from './placeholder.ts';
export { containsRedacted, personalValues } from './personal-values.ts';
export { policyOf, redactIssue, redactReport } from './redact-report.ts';
export { redactNames } from './redact-names.ts';
export { type RedactionPolicy, SECRETS_ONLY, WITH_PII, withKnown } from './policy.ts';
export { redactCalls, redactTrace } from './redact-trace.ts';
export { redactText } from './redact-text.ts';
export { Redactor } from './redactor.ts';
export { AS_WRITTEN, Quotes } from './quotes.ts';
