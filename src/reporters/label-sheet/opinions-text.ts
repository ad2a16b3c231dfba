import { isJsonObject, type Json, type JsonObject } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { padToWidth, textWidth, wrapToWidth } from '../terminal/width.ts';
import { type AnswerPart, answerParts } from './answer-words.ts';
import type { SheetRow } from './sheet.ts';

const MARGIN = '  ';
/** Columns that are narrower are put below each other. */
const MIN_COLUMN = 30;

/** What reviewers said of a case, side by side and, but for ratings, numbered; below each other where there is no room. */
export function opinionsText(
  opinions: readonly JsonObject[],
  width: number,
  question?: SheetRow['question'],
): string {
  const column = Math.floor(width / Math.max(1, opinions.length)) - MARGIN.length;
  const isWide = column >= MIN_COLUMN;
  const blocks = opinions.map((opinion, i) =>
    opinionLines(opinion, i + 1, isWide ? column : width - MARGIN.length, question),
  );
  if (!isWide)
    return blocks.map((lines) => lines.map((line) => MARGIN + line).join('\n')).join('\n');
  const height = Math.max(0, ...blocks.map((lines) => lines.length));
  const rows = Array.from({ length: height }, (_, row) =>
    blocks
      .map((lines) => MARGIN + padToWidth(lines[row] ?? '', column))
      .join('')
      .trimEnd(),
  );
  return rows.join('\n');
}

function opinionLines(
  opinion: JsonObject,
  number: number,
  width: number,
  question: SheetRow['question'],
): readonly string[] {
  const { rationale, unsure } = opinion;
  // A rating is typed as it is: a number before it would look like another one.
  const mark = opinion.rating === undefined ? String(number) : '·';
  const indent = ' '.repeat(mark.length + 2);
  const text = [
    ...answerParts(opinion, question).flatMap(partLines),
    ...(unsure === true ? ['unsure'] : []),
    ...(typeof rationale === 'string' ? [`“${rationale}”`] : []),
  ];
  const lines = text.flatMap((line) =>
    wrapToWidth(makeVisible(line), Math.max(10, width - indent.length)),
  );
  return lines.map((line, i) => (i === 0 ? `${mark}  ${line}` : indent + line));
}

function partLines({ title, details, note }: AnswerPart): readonly string[] {
  return [
    note === null ? title : `${title}, ${note}`,
    ...details.map(([name, value]) => `${name}  ${value}`),
  ];
}

/** What is rated, in words: a line for each argument where one call is beside one call. */
export function ratedText(
  { expected, called }: NonNullable<SheetRow['rated']>,
  width: number,
): string {
  const expectedParts = answerParts(expected);
  const made = called.flatMap((call) => answerParts(callAnswer(call)));
  const [left, right] = [expectedParts[0], made[0]];
  if (expectedParts.length === 1 && made.length === 1 && left !== undefined && right !== undefined)
    return pairLines(left, right, width).join('\n');
  const list = (title: string, parts: readonly AnswerPart[]): readonly string[] =>
    parts.map(
      (part, i) => `${i === 0 ? title : ' '.repeat(title.length)} ${partLines(part).join('; ')}`,
    );
  return [...list('expected:', expectedParts), ...list('called:  ', made)]
    .map(makeVisible)
    .join('\n');
}

/** A call in the members of an answer. */
function callAnswer(call: Json): JsonObject {
  if (!isJsonObject(call)) return { expected_tool: { tool: 'something that is not a call' } };
  const { name = null, server, arguments: args } = call;
  const tool = typeof server === 'string' ? { server, tool: name } : { tool: name };
  return { expected_tool: tool, ...(isJsonObject(args) ? { expected_args: args } : {}) };
}

function pairLines(left: AnswerPart, right: AnswerPart, width: number): readonly string[] {
  const names = [...new Set([...left.details, ...right.details].map(([name]) => name))];
  const rows = [
    ['', `expected ${left.title}`, `called ${right.title}`],
    ...names.map((name) => [name, valueIn(left, name), valueIn(right, name)]),
  ].map((cells) => cells.map(makeVisible));
  const first = Math.min(24, Math.max(...rows.map(([name = '']) => textWidth(name))));
  const column = Math.max(10, Math.floor((width - first - 3 * MARGIN.length) / 2));
  return rows.flatMap(([name = '', expected = '', called = '']) => {
    const cells = [
      wrapToWidth(name, first),
      wrapToWidth(expected, column),
      wrapToWidth(called, column),
    ];
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, row) =>
      cells
        .map((lines, i) => MARGIN + padToWidth(lines[row] ?? '', i === 0 ? first : column))
        .join('')
        .trimEnd(),
    );
  });
}

function valueIn({ details }: AnswerPart, name: string): string {
  return details.find(([detail]) => detail === name)?.[1] ?? '(left out)';
}
