/** Reads from the API of the server. Throws with the words of the server where it does not serve the request. */
export async function getJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await fetch(`/api/v1/${path}`, { signal, credentials: 'same-origin' });
  const value: unknown = await answer.json();
  if (answer.ok) return value as T;
  const { error } = value as { readonly error?: { readonly message?: string } };
  throw new Error(error?.message ?? answer.statusText);
}
