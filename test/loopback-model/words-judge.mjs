// A fair and simple judge of arguments: it compares words. It is right about order, case and endings, and does not know
// synonyms.
import { isObject } from './conversation.mjs';

/** Words that change nothing, thanks included. */
const EMPTY_WORDS = new Set(
  'a an and are as at by for from has have in is it its my of on or our so that the this to was were will with you your thank very much advance help'.split(
    ' ',
  ),
);

/** An answer to a question about arguments; null where there is nothing to compare. @param {Record<string, any>} data */
export function compareWords({ reference, candidate }) {
  if (!isObject(reference) || !isObject(candidate)) return null;
  const names = [...new Set([...Object.keys(reference), ...Object.keys(candidate)])];
  const graded = names
    .filter((name) => JSON.stringify(reference[name]) !== JSON.stringify(candidate[name]))
    .map((argument) => ({ argument, ...grade(reference[argument], candidate[argument]) }));
  const worst = graded.toSorted((a, b) => a.score - b.score)[0];
  return {
    arguments: graded,
    reason: worst === undefined ? 'nothing differs' : `${worst.argument}: ${worst.reason}`,
    score: worst?.score ?? 1,
  };
}

/** 1 for the same words, 0.5 where one side only has more of them, otherwise 0. */
function grade(reference, candidate) {
  const [expected, actual] = [reference, candidate].map(wordsOf);
  const missing = [...expected.keys()].filter((word) => !actual.has(word));
  const added = [...actual.keys()].filter((word) => !expected.has(word));
  const list = (words, from) => words.map((word) => `"${from.get(word)}"`).join(', ');
  if (missing.length + added.length === 0) return { reason: 'the same words', score: 1 };
  const parts = [
    ...(missing.length === 0 ? [] : [`lacks ${list(missing, expected)}`]),
    ...(added.length === 0 ? [] : [`adds ${list(added, actual)}`]),
  ];
  const isPart = (missing.length === 0 || added.length === 0) && expected.size * actual.size > 0;
  return { reason: parts.join(' and '), score: isPart ? 0.5 : 0 };
}

/** Words by their first five letters, so that endings do not count. */
function wordsOf(value) {
  const words = JSON.stringify(value ?? null)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return new Map(
    (words ?? [])
      .filter((word) => !EMPTY_WORDS.has(word))
      .map((word) => [/\d/.test(word) ? word : word.slice(0, 5), word]),
  );
}
