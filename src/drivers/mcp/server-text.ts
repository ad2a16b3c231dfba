import { REDACTED, redactText } from '#platform';
import type { ServerSpec } from './server-spec.ts';

const SECRET_NAME = /key|token|secret|pass|auth|credential/i;
const SHORTEST_SECRET = 6;

/** Makes what a server said fit for a message: quoted, short, without what was declared as a secret or looks like one. */
export type QuoteText = (text: string, longest?: number) => string;

/** How to quote a server that was declared so. */
export function quoterOf(spec: ServerSpec): QuoteText {
  const declared =
    spec.kind === 'http'
      ? Object.values(spec.headers)
      : Object.entries(spec.env).flatMap(([name, value]) =>
          SECRET_NAME.test(name) ? [value] : [],
        );
  const secrets = declared.filter((secret) => secret.length >= SHORTEST_SECRET);
  return (text, longest = 200) => {
    let clean = text.slice(0, 10_000);
    for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
    clean = redactText(clean);
    return JSON.stringify(clean.length > longest ? `${clean.slice(0, longest)}...` : clean);
  };
}
