export { containsPlaceholder, isPlaceholder, REDACTED, someText } from './placeholder.ts';
export { type RedactionPolicy, SECRETS_ONLY, WITH_PII, withKnown } from './policy.ts';
export { redactCalls, redactTrace } from './redact-trace.ts';
export { redactText } from './redact-text.ts';
export { Redactor } from './redactor.ts';
