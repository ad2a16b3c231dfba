import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readLink } from './personal-link.ts';
import { ADMIN, type Visitor } from './visitor.ts';

/** What a server recognises visitors by. */
export interface Keys {
  /** The token that the server prints at its start. */
  readonly admin: string;
  /** The secret that personal links are signed with. */
  readonly secret: Buffer;
}

/** The visitor that a token belongs to; null where it belongs to none. */
export function visitorOf(token: string | null, { admin, secret }: Keys): Visitor | null {
  if (token === null || token.length > MAX_TOKEN_LENGTH) return null;
  // Hashes have one length, so that the time of the comparison says nothing about the token.
  if (timingSafeEqual(digest(token), digest(admin))) return ADMIN;
  return readLink(token, secret);
}

/** The token of programs that send traces. It lets them send, and nothing else; it stays the same for a project. */
export function intakeToken(secret: Buffer): string {
  return createHmac('sha256', secret).update('whichtool intake').digest('base64url');
}

/** Whether a token allows to send traces: that of programs, or that of the admin. */
export function maySend(token: string | null, keys: Keys): boolean {
  if (token === null || token.length > MAX_TOKEN_LENGTH) return false;
  return [intakeToken(keys.secret), keys.admin].some((known) =>
    timingSafeEqual(digest(token), digest(known)),
  );
}

const MAX_TOKEN_LENGTH = 1024;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
