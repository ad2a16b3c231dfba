import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import { csvText } from '../escape/csv.ts';
import { contextText, conversationText } from './conversation-text.ts';
import { askedText, runText } from './run-text.ts';
import { answerColumns, type LabelSheet, type SheetRow } from './sheet.ts';

/** A sheet as a table for spreadsheets; JSON where a cell holds more than a word. */
export function* sheetCsv(sheet: LabelSheet): Generator<string> {
  const { rows, guideHash } = sheet;
  const answers = answerColumns(sheet);
  const shown = shownColumns(rows);
  yield `${['id', 'case_hash', 'guide_hash', ...shown.keys(), ...answers, 'rationale'].join(',')}\n`;
  for (const row of rows) {
    const cells = [
      row.id,
      row.caseHash,
      guideHash ?? '',
      ...[...shown.values()].map((cellOf) => cellOf(row)),
      ...answers.map((key) => answerCell(row, key)),
      row.rationale ?? '',
    ];
    yield `${cells.map(csvText).join(',')}\n`;
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
  for (let i = 0; i < opinions; i++)
    columns.set(`opinion_${i + 1}`, (row) => textCell(row.opinions[i] ?? null));
  return columns;
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
