import { REDACTED, redactText } from '#core';

const MIN_SECRET_LENGTH = 6;

/** Makes the end of what an agent said fit for a message: quoted, short, without these secrets and what looks like one. */
export function quoteAgent(text: string, secrets: readonly string[] = [], longest = 1000): string {
  let clean = text.trim().slice(-10_000);
  for (const secret of secrets) {
    if (secret.length >= MIN_SECRET_LENGTH) clean = clean.replaceAll(secret, REDACTED);
  }
  clean = redactText(clean);
  return JSON.stringify(clean.length > longest ? `...${clean.slice(-longest)}` : clean);
}
