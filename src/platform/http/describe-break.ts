/** Why nothing came over HTTP, in our words: those of the runtime may repeat headers. */
export function describeBreak(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `the connection failed (${code})` : 'the connection broke';
}
