import {
  type AnyQuestion,
  ExactNumber,
  isJsonObject,
  type Issue,
  type Json,
  type JsonObject,
  type Place,
} from '#core';
import { judgeIssue } from './codes.ts';

/** What texts that try to steer a judge look like. Patterns run in linear time: gaps are bounded. */
const PHRASES: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'asks to ignore instructions',
    /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:rubric|instructions?|guidelines?|guide|criteria|rules|previous|above|prompt)\b/,
  ],
  [
    'asks for a score',
    /\b(?:return|give|output|assign|award|respond with|answer with|set|report)\b[^.!?]{0,30}\b(?:score|grade|rating|verdict|achieved)\b[^.!?]{0,12}(?:\b1\b|\bone\b|\b10\b|\b100\b|\bfull\b|\bmax|\bperfect|\bhighest|\btrue\b|\bpass)/,
  ],
  [
    'asks for a score',
    /\b(?:score|grade|rate|mark)\b (?:me|this|it|the answer|the call)\b[^.!?]{0,20}(?:\b1\b|\bone\b|\bfull\b|\bmax|\bperfect|\bhighest|\bcorrect\b)/,
  ],
  ['looks like a verdict', /"(?:score|achieved|verdict|met)" ?: ?(?:1|true|"1|"pass)/],
  ['looks like the end of the data', /<\/ ?data|<data-[\da-f]{8}/],
  ['looks like a turn of another role', /(?:^|\n) *(?:#+ *|\[|<)?(?:system|developer)(?:\]|>| ?:)/],
  [
    'contains tokens of a chat template',
    /<\|[a-z_]{2,30}\|>|\[\/?inst\]|<<\/?sys>>|<(?:start|end)_of_turn>|(?:^|\n)(?:human|assistant): /,
  ],
  [
    'speaks to a judge',
    /\b(?:dear|note to|attention|hey|message (?:to|for))\b[^.!?]{0,12}\b(?:judge|grader|evaluator|rater)\b/,
  ],
];

/** Values without content that some judges accept as an answer. */
const MASTER_KEY =
  /^(?:[.,:;!?\s]+|thought process:?|let(?:'|’)?s (?:solve this problem|think) step by step\.?|solution:?|explanation:?|answer:?)$/;

const ASCII = /^[\t\n\r -~]*$/;
/** Shorter texts contain no phrase. */
const MIN_PHRASE = 5;

const INVISIBLE = /[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]|[\u202a-\u202e\u2066-\u2069]/u;

/**
 * What looks like an attempt to steer the judge, and where in the question; null where nothing does. It is a warning
 * for people and changes no verdict. What the suite wrote itself (rubric, statements, expected values) is not searched.
 */
export function findInjection(question: AnyQuestion): string | null {
  if (question.kind === 'tools')
    return search(
      question.tools.map((tool) => ({ ...tool })),
      'tools',
    );
  if (question.kind === 'arguments') {
    const { input, tool, actual } = question;
    return search(actual, 'actual', true) ?? search({ ...tool }, 'tool') ?? search(input, 'input');
  }
  const { input, steps, output } = question.run;
  return search(output, 'output', true) ?? search(steps, 'steps') ?? search(input, 'input');
}

/** The warning for something found. */
export function injectionIssue(finding: string, where: Place | null): Issue {
  const message = `judged text may try to steer the judge: ${finding}`;
  return judgeIssue('JUDGE_INJECTION', message, { where });
}

/** Depth first; master keys only matter where they are the judged value. */
function search(value: Json, place: string, isJudged = false): string | null {
  if (typeof value === 'string') return searchText(value, place, isJudged);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return null;
  if (!isJsonObject(value))
    return firstOf(value, (item, i) => search(item, `${place}[${i}]`, isJudged));
  return firstOf(Object.keys(value), (key) => searchMember(value, key, place, isJudged));
}

function searchMember(
  object: JsonObject,
  key: string,
  place: string,
  isJudged: boolean,
): string | null {
  const inKey = searchText(key, `a key of ${place}`, false);
  // A key may be long and hostile: places are for people.
  return inKey ?? search(object[key]!, `${place}.${key.slice(0, 60)}`, isJudged);
}

function firstOf<T>(
  list: readonly T[],
  find: (item: T, index: number) => string | null,
): string | null {
  for (const [index, item] of list.entries()) {
    const finding = find(item, index);
    if (finding !== null) return finding;
  }
  return null;
}

function searchText(text: string, place: string, isJudged: boolean): string | null {
  // Most texts are plain, and most keys are short.
  const isPlain = ASCII.test(text);
  if (isPlain && !isJudged && text.length < MIN_PHRASE) return null;
  if (!isPlain && INVISIBLE.test(text))
    return `${place} contains invisible or reordering characters`;
  // Compatibility forms and invisible characters are ways to write a phrase that no pattern finds.
  const plain = isPlain ? text : text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  const spaced = plain.toLowerCase().replaceAll(/[^\S\n]+/g, ' ');
  if (isJudged && MASTER_KEY.test(spaced.trim()) && spaced.trim() !== '')
    return `${place} has a value without content that some judges accept`;
  const phrase = PHRASES.find(([, pattern]) => pattern.test(spaced));
  return phrase === undefined ? null : `${place} ${phrase[0]}`;
}
