/** Where the change that CI builds comes from, and how that is known. */
export interface ChangeOrigin {
  readonly kind: 'own' | 'fork' | 'unknown';
  /** Empty for `own`. */
  readonly reason: string;
}

export function changeOrigin(
  environment: Readonly<Record<string, string | undefined>>,
): ChangeOrigin;
