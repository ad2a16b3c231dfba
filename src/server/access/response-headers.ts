/** Nothing but our own files is loaded or run, no text becomes markup, and no other page shows or reads this one. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The one script that a page may start as a worker: src/web/app/json-worker.
  'trusted-types json-worker',
].join('; ');

/** The headers of every answer. */
const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};

/** An answer with these headers; one that has set another policy keeps it. */
export function withSafety(answer: Response): Response {
  for (const [name, value] of Object.entries(SAFETY_HEADERS))
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  return answer;
}
