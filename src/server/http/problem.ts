import type { Issue } from '#core';

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 422 | 429 | 500 | 503;

/** A request that cannot be served, with the reason for the visitor. */
export class Problem extends Error {
  readonly status: Status;
  readonly issues: readonly Issue[];
  /** What the page needs to go on, such as both versions of a label. */
  readonly detail: unknown;

  constructor(
    status: Status,
    message: string,
    { issues = [], detail }: { readonly issues?: readonly Issue[]; readonly detail?: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.detail = detail;
  }
}

/** The answer to a request that cannot be served. */
export function problemAnswer({ status, message, issues, detail }: Problem): Response {
  const error = {
    message,
    ...(issues.length === 0 ? {} : { issues }),
    ...(detail === undefined ? {} : { detail }),
  };
  return jsonAnswer({ error }, status);
}

/** An answer in JSON. */
export function jsonAnswer(value: unknown, status: number = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
}
