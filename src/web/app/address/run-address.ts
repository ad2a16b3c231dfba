import type { CasesToOpen } from '#reporters';
import { VIEW_PATHS } from '#schema';

/** Where the page of a run is not a view of the app, the browser loads it. */
export const LINK_TARGET: '_self' | undefined = 'run' in VIEW_PATHS ? undefined : '_self';

export function runAddress(run: number): string {
  return `/runs/${run}`;
}

/** The cases of a run, as the page of the run reads its address: tests and evals are counted from 1. */
export function casesAddress(
  run: number,
  { entry, verdict, expected, called, mode }: CasesToOpen & { readonly mode?: string },
): string {
  const query = new URLSearchParams();
  if (verdict !== undefined) query.set('show', verdict);
  if (mode !== undefined) query.set('mode', mode);
  for (const [key, value] of [
    ['expected', expected],
    ['called', called],
  ] as const)
    if (value?.isWellFormed() === true) query.set(key, value);
  const path = `${runAddress(run)}/${entry + 1}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
