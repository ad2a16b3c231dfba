/** Reads from the API of the server. Throws with the words of the server where it does not serve the request. */
export async function getJson<T>(path: string, signal: AbortSignal): Promise<T> {
  return answerOf<T>(await fetch(`/api/v1/${path}`, { signal, credentials: 'same-origin' }));
}

/** Sends something to the API of the server. Throws like `getJson`. */
export async function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  const request = { method, headers, body: JSON.stringify(body) };
  return answerOf<T>(await fetch(`/api/v1/${path}`, { ...request, credentials: 'same-origin' }));
}

async function answerOf<T>(answer: Response): Promise<T> {
  const value: unknown = await answer.json();
  if (answer.ok) return value as T;
  const { error } = value as { readonly error?: { readonly message?: string } };
  throw new Error(error?.message ?? answer.statusText);
}
