import type { Place } from './issue.ts';

/** A place as people click on it: `file:line:column`, or the byte when there is no line. */
export function formatPlace(place: Place | null): string | null {
  if (place === null) return null;
  const { file, line = place.startLine, column, offset, pointer, run } = place;
  const parts = [file ?? '', line, column].filter((part) => part !== undefined && part !== '');
  const at = parts.join(':');
  const byte = line === undefined && offset !== undefined ? `byte ${offset}` : '';
  const number = run === undefined ? '' : `run ${run}`;
  return [at, byte, pointer ?? '', number].filter((part) => part !== '').join(' ') || null;
}
