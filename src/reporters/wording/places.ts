import type { RunLabel } from '#core';
import { concat, isBlank, joinTexts, name, place, rawText, type Text } from '../document/index.ts';

const SHOWN = 3;

/** Words the place of a call, or of a run or case as a whole. */
export type PlaceOf = (label: RunLabel, call: number | null) => Text;

/**
 * Where something happened: `traces/a.jsonl:17, call 2`, otherwise `run 2, call 2` or `case order-7`. The run is left
 * out where there is only one.
 */
export function formatPlace(
  label: RunLabel,
  call: number | null,
  onlyRun: boolean,
  where: string | null = null,
): Text {
  const run = where === null || onlyRun ? formatRun(label, onlyRun) : place(where);
  if (call === null) return run;
  return isBlank(run) ? `call ${call}` : concat(run, `, call ${call}`);
}

function formatRun(label: RunLabel, onlyRun: boolean): Text {
  if ('case' in label) return ['case ', name(label.case, 80)];
  return onlyRun ? '' : `run ${label.run}`;
}

/** Several places in one line, each once, the first few by name. */
export function joinPlaces(places: readonly Text[]): Text {
  const distinct = new Map(places.map((each) => [rawText(each), each]));
  const named = [...distinct.values()].filter((each) => !isBlank(each));
  const shown = joinTexts(named.slice(0, SHOWN), '; ');
  return named.length > SHOWN ? concat(shown, `; and ${named.length - SHOWN} more`) : shown;
}
