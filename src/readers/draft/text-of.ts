import type { Json } from '#core';

/** Text that is not empty; null for anything else. */
export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
