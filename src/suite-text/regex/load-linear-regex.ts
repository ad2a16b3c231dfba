import type { Services } from '#core';

/** Loads the engine for `$matches`; it costs start-up time, so it is only loaded when needed. */
export async function loadLinearRegex(): Promise<NonNullable<Services['regex']>> {
  return (await import('./linear-regex.ts')).linearRegex;
}
