import type { Json } from '#core';

/** Text that says something; null for anything else. */
export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
