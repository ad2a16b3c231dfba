/** A request that the server did not serve. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server says beside the message. */
  readonly detail: unknown;

  constructor(status: number, message: string, detail: unknown) {
    super(message);
    this.status = status;
    this.detail = detail;
  }
}

/** Reads from the API of the server. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, signal === undefined ? {} : { signal });
}

/** Sends a change to the API of the server. */
export async function postJson<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return ask<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const answer = await fetch(`/api/v1/${path}`, { ...init, credentials: 'same-origin' });
  const value: unknown = await answer.json();
  if (answer.ok) return value as T;
  const { error } = value as { readonly error?: { message?: string; detail?: unknown } };
  throw new ApiError(answer.status, error?.message ?? answer.statusText, error?.detail);
}
