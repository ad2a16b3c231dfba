import { MAX_CANDIDATES, suggest } from '#core';

const LISTED = 20;

/** `did you mean "x"?`, or what is possible when nothing is close. */
export function hintFor(
  written: string,
  candidates: Iterable<string>,
  otherwise: string,
): string | undefined {
  const considered = takeFirst(candidates, MAX_CANDIDATES);
  const near = suggest(written, considered);
  if (near !== null) return `did you mean "${near}"?`;
  if (considered.length === 0) return undefined;
  const shown = considered.slice(0, LISTED).join(', ');
  return `${otherwise}: ${shown}${considered.length > LISTED ? ', …' : ''}`;
}

function takeFirst(items: Iterable<string>, count: number): readonly string[] {
  const taken: string[] = [];
  for (const item of items) {
    if (taken.length === count) break;
    taken.push(item);
  }
  return taken;
}
