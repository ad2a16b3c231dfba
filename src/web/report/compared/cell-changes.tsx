import type { JSX } from 'preact';
import type { PartComparison } from '#core';

/** The matrix before and after. */
export function CellChanges(_: { readonly part: PartComparison }): JSX.Element | null {
  return null;
}
