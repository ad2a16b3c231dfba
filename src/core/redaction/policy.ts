/** What is replaced by placeholders. Plain data: threads receive it. */
export interface RedactionPolicy {
  /** E-mail addresses, phone and card numbers, too. */
  readonly pii: boolean;
  /** Secrets that are known by value, the longest first. They are replaced in names and ids, too. */
  readonly known: readonly string[];
}

/** Secrets alone. */
export const SECRETS_ONLY: RedactionPolicy = { pii: false, known: [] };
/** Secrets and personal data. */
export const WITH_PII: RedactionPolicy = { pii: true, known: [] };

/** A shorter secret would be found in ordinary words. */
const MIN_LENGTH = 6;

/** A policy that replaces these values wherever they are, also as JSON and addresses write them. */
export function withKnown(policy: RedactionPolicy, secrets: readonly string[]): RedactionPolicy {
  const all = new Set(policy.known);
  for (const secret of secrets) {
    if (secret.length < MIN_LENGTH) continue;
    for (const spelled of [secret, JSON.stringify(secret).slice(1, -1), encode(secret)])
      all.add(spelled);
  }
  return { ...policy, known: [...all].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)) };
}

function encode(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret;
  }
}
