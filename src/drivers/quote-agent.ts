import { REDACTED, redactText } from '#core';

const MIN_SECRET_LENGTH = 6;
const MAX_CLEANED_LENGTH = 10_000;

/** Makes the end of what an agent said fit for a message: quoted, short, without these secrets and what looks like one. */
export function quoteAgent(text: string, secrets: readonly string[] = [], longest = 1000): string {
  const clean = cleanText(text, secrets);
  return JSON.stringify(clean.length > longest ? `...${clean.slice(-longest)}` : clean);
}

/** The end of what an agent said, without these secrets and what looks like one. */
export function cleanText(text: string, secrets: readonly string[]): string {
  let clean = text.trim().slice(-MAX_CLEANED_LENGTH);
  for (const secret of secrets) {
    if (secret.length >= MIN_SECRET_LENGTH) clean = clean.replaceAll(secret, REDACTED);
  }
  return redactText(clean);
}
