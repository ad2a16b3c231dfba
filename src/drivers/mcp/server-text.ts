import { REDACTED, redactText } from '#core';
import { keptSecrets } from './oauth/token-store.ts';
import type { HttpServer, ServerSpec } from './server-spec.ts';

const SECRET_NAME = /key|token|secret|pass|auth|credential/i;
const MIN_SECRET_LENGTH = 6;

/**
 * Makes what a server said fit for a message: quoted, its start, without what was declared as a secret or looks like one.
 */
export type QuoteText = (text: string, longest?: number) => string;

/** What a server said, as messages show it. */
export interface ServerText {
  readonly quote: QuoteText;
  /** Without what was declared as a secret or looks like one. */
  readonly clean: (text: string) => string;
}

/** What lets us in to a service where a person signed in. */
function tokensOf({ url, oauth }: HttpServer): readonly string[] {
  return oauth?.grant === 'authorization_code' ? keptSecrets({ url, issuer: oauth.issuer }) : [];
}

/** How to show what a server says that was declared so. */
export function serverText(spec: ServerSpec): ServerText {
  const declared =
    spec.kind === 'http'
      ? [...Object.values(spec.headers), ...tokensOf(spec)]
      : Object.entries(spec.env).flatMap(([name, value]) =>
          SECRET_NAME.test(name) ? [value] : [],
        );
  const secrets = declared.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  const clean = (text: string): string =>
    redactText(secrets.reduce((left, secret) => left.replaceAll(secret, REDACTED), text));
  const quote: QuoteText = (text, longest = 200) => {
    // What is not shown needs no cleaning, but a secret must not be cut in two before.
    const whole = clean(text.slice(0, 10 * longest + 10_000));
    return JSON.stringify(whole.length > longest ? `${whole.slice(0, longest)}...` : whole);
  };
  return { quote, clean };
}
