/** What a person may do: label, decide between labels, or everything. */
export type Role = 'reviewer' | 'adjudicator' | 'admin';

export const ROLES: readonly Role[] = ['reviewer', 'adjudicator', 'admin'];

/** A person or program that a token belongs to. */
export interface Visitor {
  readonly role: Role;
  /** The name that labels are written under; null for the admin who started the server. */
  readonly reviewer: string | null;
  /** The sample that a personal link is for; null where all may be seen. */
  readonly sample: string | null;
}

/** The visitor who holds the token that the server printed. */
export const ADMIN: Visitor = { role: 'admin', reviewer: null, sample: null };
