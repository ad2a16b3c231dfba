import type { Verdict } from '#core';
import type { Item } from '../data/items.ts';

/** Makes a search over names, tools and classes: every term must be found, in any letter case. */
export function createSearch(
  items: readonly Item[],
  words: readonly string[],
): (query: string, show: Verdict | 'all') => Item[] {
  const names = items.map((item) => item.name.toLowerCase());
  const lowered = words.map((word) => word.toLowerCase());
  return (query, show) => {
    const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
    const placeSets = terms.map((term) => new Set(placesOf(lowered, term)));
    return items.filter((item, place) => {
      if (show !== 'all' && item.verdict !== show) return false;
      const name = names[place] ?? '';
      return terms.every(
        (term, which) =>
          name.includes(term) || wordsOf(item).some((word) => placeSets[which]?.has(word)),
      );
    });
  };
}

function wordsOf({ missed, unexpected, others }: Item): readonly number[] {
  return [...missed, ...unexpected, ...others];
}

function placesOf(words: readonly string[], term: string): number[] {
  return words.flatMap((word, place) => (word.includes(term) ? [place] : []));
}
