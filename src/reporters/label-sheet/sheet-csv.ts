import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import { csvLines } from '../escape/csv.ts';
import { answerLine } from './answer-words.ts';
import { contextText, conversationText } from './conversation-text.ts';
import { askedText, runText } from './run-text.ts';
import { answerColumns, type LabelSheet, type SheetRow } from './sheet.ts';

/** Spreadsheets read UTF-8 where a file begins with it. */
const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets cut longer cells, some of them without a word. */
const MAX_CELL = 32_000;

/** A sheet as a table for spreadsheets; JSON where a cell has more than a word, and lines where a text has lines. */
export function* sheetCsv(sheet: LabelSheet): Generator<string> {
  const { rows, guideHash } = sheet;
  const answers = answerColumns(sheet);
  const shown = shownColumns(rows);
  yield `${BYTE_ORDER_MARK}${['id', 'case_hash', 'guide_hash', ...shown.keys(), ...answers, 'rationale'].join(',')}\n`;
  for (const row of rows) {
    const cells = [
      row.id,
      row.caseHash,
      guideHash ?? '',
      ...[...shown.values()].map((cellOf) => shorten(cellOf(row))),
      ...answers.map((key) => answerCell(row, key)),
      row.rationale ?? '',
    ];
    yield `${cells.map(csvLines).join(',')}\n`;
  }
}

function shownColumns(rows: readonly SheetRow[]): ReadonlyMap<string, (row: SheetRow) => string> {
  const columns = new Map<string, (row: SheetRow) => string>([
    ['input', ({ input }) => conversationText(input) ?? textCell(input)],
    ['before', ({ before }) => textCell(before)],
    ['tools_offered', ({ tools }) => tools.map(({ name }) => name).join(' ')],
  ]);
  if (rows.some(({ input }) => contextText(input) !== null))
    columns.set('context', ({ input }) => contextText(input) ?? '');
  if (rows.some(({ rated }) => rated !== null)) {
    columns.set('expected', ({ rated }) => textCell(rated?.expected ?? null));
    columns.set('called', ({ rated }) => textCell(rated?.called ?? null));
  }
  if (rows.some(({ question }) => question !== undefined)) {
    columns.set('run', ({ question }) => (question === undefined ? '' : runText(question)));
    columns.set('rated_by', ({ question }) => (question === undefined ? '' : askedText(question)));
  }
  const opinions = Math.max(0, ...rows.map((row) => row.opinions.length));
  for (let i = 0; i < opinions; i++) columns.set(`opinion_${i + 1}`, (row) => opinionCell(row, i));
  return columns;
}

/** What a reviewer said, in words, and why. */
function opinionCell({ opinions, question }: SheetRow, place: number): string {
  const opinion = opinions[place];
  if (opinion === undefined) return '';
  const { rationale, unsure } = opinion;
  return [
    answerLine(opinion, question),
    ...(unsure === true ? ['unsure'] : []),
    ...(typeof rationale === 'string' ? [rationale] : []),
  ].join('\n');
}

/** The start of a text that is too long for a cell. What reviewers fill in is never cut. */
function shorten(text: string): string {
  if (text.length <= MAX_CELL) return text;
  const start = Array.from(text.slice(0, MAX_CELL)).slice(0, -1).join('');
  return `${start}\n… ${text.length - start.length} more characters: the html sheet has all of it`;
}

function answerCell({ answer }: SheetRow, key: string): string {
  if (answer !== null && key.startsWith('met_')) {
    const met = isJsonObject(answer.met ?? null) ? (answer.met as JsonObject) : {};
    const isMet = met[key.slice('met_'.length)];
    return isMet === undefined ? '' : isMet === true ? 'yes' : 'no';
  }
  if (answer === null || !Object.hasOwn(answer, key)) return '';
  const value = answer[key] as Json;
  return key === 'expected_tool' && value === null ? 'none' : textCell(value);
}

function textCell(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}
