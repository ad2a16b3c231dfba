/** Why nothing came over HTTP, in our words: those of the runtime may repeat headers. */
export function describeBreak(error: unknown): string {
  const code = breakCode(error);
  return code === null ? 'the connection broke' : `the connection failed (${code})`;
}

/** What the system calls the reason: `ECONNREFUSED`. */
export function breakCode(error: unknown): string | null {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : null;
}
