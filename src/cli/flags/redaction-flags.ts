import type { Redaction } from '#core';
import { runError } from '#run';

/** The flags that say what reports replace, as commander gives them. */
export interface RedactionFlags {
  readonly redact: boolean;
  readonly redactPii?: true;
}

/** What is replaced in reports: secrets by default. */
export function parseRedaction({ redact, redactPii }: RedactionFlags): Redaction {
  if (redact) return redactPii ? 'pii' : 'secrets';
  if (!redactPii) return 'none';
  throw runError('FLAG_REDACT', '--redact-pii and --no-redact contradict each other', {
    hint: 'give one of them',
  });
}
