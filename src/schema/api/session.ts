/** What a person may do: label, decide between labels, or everything. */
export type Role = 'reviewer' | 'adjudicator' | 'admin';

export const ROLES: readonly Role[] = ['reviewer', 'adjudicator', 'admin'];

/** Who the visitor is, and what the page shows of the project. */
export interface ApiSession {
  readonly version: string;
  /** The name of the project's folder. */
  readonly project: string;
  /** Whether the project is the example of `serve --demo`. */
  readonly isDemo: boolean;
  readonly role: Role;
  /** The name that labels are written under; null for the admin who started the server. */
  readonly reviewer: string | null;
  /** The sample that a personal link is for; null where all may be seen. */
  readonly sample: string | null;
}
