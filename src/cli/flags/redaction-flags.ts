import { type Redaction, userError } from '#core';

/** The flags that say what reports replace, as commander gives them. */
export interface RedactionFlags {
  readonly redact: boolean;
  readonly redactPii?: true;
}

/** What is replaced in reports: secrets by default. */
export function parseRedaction({ redact, redactPii }: RedactionFlags): Redaction {
  if (redact) return redactPii ? 'pii' : 'secrets';
  if (!redactPii) return 'none';
  throw userError(
    'FLAG_REDACT',
    '--redact-pii and --no-redact contradict each other',
    'give one of them',
  );
}
