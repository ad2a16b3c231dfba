import { isJsonObject, type Json, type JsonObject, stringifyAsWritten, stringifyJson } from '#core';
import type { SheetRow } from './sheet.ts';

/** A part of an answer in words: an expected call, that none is expected, or a rating. */
export interface AnswerPart {
  readonly title: string;
  /** Arguments of a call, or the parts of a rating. */
  readonly details: readonly (readonly [name: string, value: string])[];
  /** What there is to say where there are no details. */
  readonly note: string | null;
}

/** An answer as people say it: tools by name, arguments by name and value. */
export function answerParts(
  answer: JsonObject,
  question?: SheetRow['question'],
): readonly AnswerPart[] {
  const calls = memberOf(answer, 'expected_calls');
  if (Array.isArray(calls) && calls.length > 0)
    return (calls as readonly Json[]).map((call) =>
      callPart(memberOf(call, 'tool') ?? memberOf(call, 'name'), memberOf(call, 'args')),
    );
  const tool = memberOf(answer, 'expected_tool');
  if (tool === null || tool === 'none' || calls !== undefined)
    return [{ title: 'no tool', details: [], note: null }];
  if (tool !== undefined) return [callPart(tool, memberOf(answer, 'expected_args'))];
  return ratingPart(answer, question);
}

/** The same on one line. */
export function answerLine(answer: JsonObject, question?: SheetRow['question']): string {
  const parts = answerParts(answer, question).map(({ title, details }) => {
    const inside = details.map(([name, value]) => `${name}: ${value}`).join(', ');
    return inside === '' ? title : `${title} (${inside})`;
  });
  return parts.length === 0 ? 'no answer' : parts.join(' and ');
}

function callPart(tool: Json | undefined, args: Json | undefined): AnswerPart {
  const tools = Array.isArray(tool) ? (tool as readonly Json[]) : [tool ?? null];
  const title = tools.map(toolWords).join(' or ');
  if (!isJsonObject(args)) return { title, details: [], note: 'arguments are not compared' };
  const details = Object.entries(args).map(([name, value]) => [name, valueWords(value)] as const);
  return { title, details, note: details.length === 0 ? 'without arguments' : null };
}

function toolWords(tool: Json): string {
  if (typeof tool === 'string') return tool;
  const name = memberOf(tool, 'tool');
  const server = memberOf(tool, 'server');
  if (typeof name === 'string') return typeof server === 'string' ? `${server}.${name}` : name;
  const className = memberOf(tool, 'class');
  return typeof className === 'string' ? `any of class ${className}` : stringifyJson(tool);
}

/** A text as it is where it cannot be taken for another type, otherwise in quotes. */
function valueWords(value: Json): string {
  if (typeof value !== 'string') return stringifyAsWritten(value);
  return /^(?:|true|false|null|[-\d["{\s].*|.*\s)$/s.test(value) ? JSON.stringify(value) : value;
}

function ratingPart(answer: JsonObject, question: SheetRow['question']): readonly AnswerPart[] {
  const rating = memberOf(answer, 'rating') ?? memberOf(answer, 'score');
  const met = memberOf(answer, 'met');
  const clause = memberOf(answer, 'clause');
  const statements = question?.kind === 'answer' ? question.statements : [];
  const details = [
    ...(isJsonObject(met) ? Object.entries(met) : []).map(
      ([id, value]) =>
        [
          statements.find((statement) => statement.id === id)?.text ?? id,
          value === true ? 'yes' : 'no',
        ] as const,
    ),
    ...(typeof clause === 'string' ? [['clause', clause] as const] : []),
  ];
  if (rating === undefined && details.length === 0) return [];
  const title =
    rating === undefined ? 'rated by statements' : ratingWords(stringifyJson(rating), question);
  return [{ title, details, note: null }];
}

type Meanings = readonly (readonly [rating: string, meaning: string])[];

const SAME: Meanings = [
  ['1', 'the same in meaning'],
  ['0.5', 'the same in part'],
  ['0', 'not the same'],
];
const GOOD: Meanings = [
  ['1', 'good'],
  ['0.5', 'good in part'],
  ['0', 'not good'],
];
const GOAL: Meanings = [
  ['1', 'achieved'],
  ['0', 'not achieved'],
];

/** The ratings that a case can have, and what each means; arguments are rated where there is no question. */
export function ratingMeanings(question?: SheetRow['question']): Meanings {
  if (question === undefined) return SAME;
  return question.kind === 'goal' ? GOAL : GOOD;
}

function ratingWords(rating: string, question: SheetRow['question']): string {
  const meaning = ratingMeanings(question).find(([value]) => value === rating)?.[1];
  return meaning === undefined ? rating : `${rating}, ${meaning}`;
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
