import { REDACTED, redactText } from '#core';
import type { ServerSpec } from './server-spec.ts';

const SECRET_NAME = /key|token|secret|pass|auth|credential/i;
const MIN_SECRET_LENGTH = 6;

/**
 * Makes what a server said fit for a message: quoted, short, without what was declared as a secret or looks like one.
 * Kept is the start of it, or its end, which is where programs give their reasons.
 */
export type QuoteText = (text: string, longest?: number, part?: 'start' | 'end') => string;

/** How to quote a server that was declared so. */
export function quoterOf(spec: ServerSpec): QuoteText {
  const declared =
    spec.kind === 'http'
      ? Object.values(spec.headers)
      : Object.entries(spec.env).flatMap(([name, value]) =>
          SECRET_NAME.test(name) ? [value] : [],
        );
  const secrets = declared.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  return (text, longest = 200, part = 'start') => {
    // What is not shown needs no cleaning, but a secret must not be cut in two before.
    let clean = part === 'end' ? text : text.slice(0, 10 * longest + 10_000);
    for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
    clean = redactText(clean);
    if (clean.length > longest) {
      clean = part === 'end' ? `...${clean.slice(-longest)}` : `${clean.slice(0, longest)}...`;
    }
    return JSON.stringify(clean);
  };
}
