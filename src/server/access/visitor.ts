import type { ApiSession } from '#schema';

/** A person or program that a token belongs to. */
export type Visitor = Pick<ApiSession, 'role' | 'reviewer' | 'sample'>;

/** The visitor who holds the token that the server printed. */
export const ADMIN: Visitor = { role: 'admin', reviewer: null, sample: null };
