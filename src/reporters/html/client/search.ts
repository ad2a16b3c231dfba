import type { Verdict } from '#core';
import type { Item } from './items.ts';

export interface Hit {
  readonly item: Item;
  /** Places of the words that the query found; empty when the name alone holds it. */
  readonly words: readonly number[];
}

/** Makes a search over names, tools and classes: every term must be found, in any letter case. */
export function createSearch(
  items: readonly Item[],
  words: readonly string[],
): (query: string, show: Verdict | 'all') => Hit[] {
  const names = items.map((item) => item.name.toLowerCase());
  const lowered = words.map((word) => word.toLowerCase());
  return (query, show) => {
    const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = terms.map((term) => new Set(placesOf(lowered, term)));
    const hits: Hit[] = [];
    items.forEach((item, place) => {
      if (show !== 'all' && item.verdict !== show) return;
      const name = names[place] ?? '';
      const matched = new Set<number>();
      const every = terms.every((term, which) => {
        if (name.includes(term)) return true;
        const holding = wordsOf(item).filter((word) => found[which]?.has(word));
        for (const word of holding) matched.add(word);
        return holding.length > 0;
      });
      if (every) hits.push({ item, words: [...matched] });
    });
    return hits;
  };
}

function wordsOf({ missed, unexpected, others }: Item): readonly number[] {
  return [...missed, ...unexpected, ...others];
}

function placesOf(words: readonly string[], term: string): number[] {
  return words.flatMap((word, place) => (word.includes(term) ? [place] : []));
}
