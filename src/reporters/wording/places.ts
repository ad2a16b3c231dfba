import type { RunLabel } from '#core';
import { concat, isBlank, joinTexts, name, type Text } from '../document/index.ts';

const SHOWN = 5;

/** Where something happened: `run 2, call 2`, `case order-7`; the run is left out where there is only one. */
export function formatPlace(label: RunLabel, call: number | null, onlyRun: boolean): Text {
  const run = formatRun(label, onlyRun);
  if (call === null) return run;
  return isBlank(run) ? `call ${call}` : concat(run, `, call ${call}`);
}

function formatRun(label: RunLabel, onlyRun: boolean): Text {
  if ('case' in label) return ['case ', name(label.case, 80)];
  return onlyRun ? '' : `run ${label.run}`;
}

/** Several places in one line, the first few by name. */
export function joinPlaces(places: readonly Text[]): Text {
  const named = places.filter((place) => !isBlank(place));
  const shown = joinTexts(named.slice(0, SHOWN), '; ');
  return named.length > SHOWN ? concat(shown, `; and ${named.length - SHOWN} more`) : shown;
}
