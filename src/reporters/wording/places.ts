import type { RunLabel } from '#core';
import { clip } from './clip.ts';

const SHOWN = 5;

/** Where something happened: `run 2, call 2`, `case order-7`; the run is left out where there is only one. */
export function formatPlace(label: RunLabel, call: number | null, onlyRun: boolean): string {
  const run = formatRun(label, onlyRun);
  if (call === null) return run;
  return run === '' ? `call ${call}` : `${run}, call ${call}`;
}

function formatRun(label: RunLabel, onlyRun: boolean): string {
  if ('case' in label) return `case ${clip(label.case, 80)}`;
  return onlyRun ? '' : `run ${label.run}`;
}

/** Several places in one line, the first few by name. */
export function joinPlaces(places: readonly string[]): string {
  const named = places.filter((place) => place !== '');
  const shown = named.slice(0, SHOWN).join('; ');
  return named.length > SHOWN ? `${shown}; and ${named.length - SHOWN} more` : shown;
}
