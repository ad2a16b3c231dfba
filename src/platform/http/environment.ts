import type { ApiContext } from './api-context.ts';
import { sourceError } from './source-issue.ts';

/** The first variable that is set; null when none is. */
export function readVariable(context: ApiContext, names: readonly string[]): string | null {
  for (const name of names) {
    const value = context.env(name)?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return null;
}

/** A key that must be there. Its value is never shown: what cannot be sent in a header is rejected here. */
export function requireKey(context: ApiContext, names: readonly string[], label: string): string {
  const key = readKey(context, names, label);
  if (key !== null) return key;
  throw sourceError(
    'SOURCE_KEY',
    label,
    `${names[0]} is not set`,
    'set it to a key of the project',
  );
}

/** A key that may be missing. */
export function readKey(
  context: ApiContext,
  names: readonly string[],
  label: string,
): string | null {
  const key = readVariable(context, names);
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw sourceError('SOURCE_KEY', label, `${names[0]} has characters that no key has`);
  return key;
}

/** Where the API is: without a slash at its end, and without the path that some set-ups have there. */
export function readEndpoint(
  context: ApiContext,
  names: readonly string[],
  label: string,
  fallback: string,
  path: RegExp,
): string {
  const text = readVariable(context, names) ?? fallback;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw sourceError(
      'SOURCE_KEY',
      label,
      `${names[0]} is not an address of the web`,
      `write it like ${fallback}`,
    );
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(path, '');
}
