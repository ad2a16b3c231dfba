import { SECRETS_ONLY } from './policy.ts';
import { Redactor } from './redactor.ts';

/** A text without what looks like a secret: for single messages, which belong to no case. */
export function redactText(text: string): string {
  return new Redactor(SECRETS_ONLY, { numbered: false }).text(text);
}
