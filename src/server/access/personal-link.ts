import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject, parseJson } from '#core';
import { ROLES } from '#schema';
import type { Visitor } from './visitor.ts';

/** Whom a personal link lets in: a reviewer or an adjudicator of one sample. */
export interface LinkOwner extends Visitor {
  readonly reviewer: string;
  readonly sample: string;
}

/** The token of a personal link. It follows from the secret of the project, so that nothing has to be stored. */
export function signLink({ reviewer, role, sample }: LinkOwner, secret: Buffer): string {
  const claim = Buffer.from(JSON.stringify([reviewer, role, sample])).toString('base64url');
  return `${claim}.${signatureOf(claim, secret)}`;
}

/** The owner of a personal link; null where the token was not signed with this secret. */
export function readLink(token: string, secret: Buffer): LinkOwner | null {
  const [claim = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isSame(signature, signatureOf(claim, secret))) return null;
  const parsed = parseJson(Buffer.from(claim, 'base64url').toString('utf8'));
  if (!parsed.ok || !Array.isArray(parsed.value) || isJsonObject(parsed.value)) return null;
  const [reviewer, claimed, sample] = parsed.value as readonly unknown[];
  const role = ROLES.find((each) => each === claimed);
  if (typeof reviewer !== 'string' || typeof sample !== 'string' || role === undefined) return null;
  return { reviewer, role, sample };
}

function signatureOf(claim: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`whichtool link\n${claim}`).digest('base64url');
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
