import type { SheetRow } from '#reporters';
import { ratingMeanings } from '#reporters';
import { splitReason, type TypedAnswer } from './parse-decision.ts';

/** Reads a rating: its number or what it means, then a clause of the guide, then `because …`. */
export function parseRating(line: string, question: SheetRow['question']): TypedAnswer {
  const [said, why] = splitReason(line);
  const meanings = ratingMeanings(question);
  // The longest meaning first: "not good" is not "good".
  const spellings = meanings
    .flatMap(([rating, meaning]) => [
      { rating, words: rating },
      { rating, words: meaning },
    ])
    .sort((a, b) => b.words.length - a.words.length);
  const lower = said.toLowerCase();
  const match = spellings.find(({ words }) => lower === words || lower.startsWith(`${words} `));
  if (match === undefined) {
    const list = meanings.map(([rating, meaning]) => `${rating} (${meaning})`).join(', ');
    return { ok: false, message: `a rating is ${list}` };
  }
  const clause = said.slice(match.words.length).trim();
  return {
    ok: true,
    answer: {
      rating: Number(match.rating),
      ...(clause === '' ? {} : { clause }),
      ...(why === null ? {} : { rationale: why }),
    },
  };
}
