/** Reads from the API of the server. Throws with the words of the server where it does not serve the request. */
export async function getJson<T>(path: string, signal: AbortSignal): Promise<T> {
  return readAnswer(await fetch(`/api/v1/${path}`, { signal, credentials: 'same-origin' }));
}

/** Writes a value through the API. Throws with the words of the server where it does not serve the request. */
export async function putJson<T>(path: string, value: unknown): Promise<T> {
  return sendJson('PUT', path, value);
}

/** Sends a value to the API. Throws like `getJson`. */
export async function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  value: unknown,
): Promise<T> {
  const answer = await fetch(`/api/v1/${path}`, {
    method,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  });
  return readAnswer(answer);
}

async function readAnswer<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T;
  // What is between the browser and the server answers in its own way.
  const value: unknown = await answer.json().catch(() => null);
  const { error } = (value ?? {}) as { readonly error?: { readonly message?: string } };
  throw new Error(error?.message ?? `the server answered ${answer.status} ${answer.statusText}`);
}
