/** Longer parts of hints are lists, such as that of all formats: once in an output is enough. */
const MAX_REPEATED = 200;
const BETWEEN = '; ';

/**
 * Returns a function that is called with the hints of an output in order: a long end of a hint is shown with the first
 * issue that has it, and left out of later ones. Null where nothing is left to show.
 */
export function hintShortener(): (hint: string) => string | null {
  const seen = new Set<string>();
  return (hint) => {
    const at = hint.lastIndexOf(BETWEEN);
    const end = at < 0 ? hint : hint.slice(at + BETWEEN.length);
    if (end.length <= MAX_REPEATED || !seen.has(end)) {
      seen.add(end);
      return hint;
    }
    return at < 0 ? null : hint.slice(0, at);
  };
}
