import { padToWidth, textWidth, wrapToWidth } from './width.ts';

type Paint = (text: string) => string;

/** Text and how to colour it; blanks that fill a column are not coloured. */
export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

/** What stands between columns. */
export const GAP = '  ';
const HANGING = '    ';

/** Rows with their columns under each other; a row that does not fit is wrapped instead. */
export function alignRows(rows: readonly (readonly Cell[])[], width: number): string[][] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, textWidth(cell.text));
    }
  }
  return rows.map((row) => alignRow(row, widths, width));
}

function alignRow(row: readonly Cell[], widths: readonly number[], width: number): string[] {
  const last = row.findLastIndex((cell) => cell.text !== '');
  const cells = row.slice(0, last + 1);
  const used = cells.reduce((sum, cell, index) => {
    const size = index === last ? textWidth(cell.text) : (widths[index] ?? 0);
    return sum + size + (index === 0 ? 0 : GAP.length);
  }, 0);
  if (used > width) return wrapRow(cells, width);
  const line = cells.map((cell, index) => {
    const fill = padToWidth(cell.text, widths[index] ?? 0).slice(cell.text.length);
    return index === last ? paintCell(cell) : paintCell(cell) + fill;
  });
  return [line.join(GAP)];
}

function wrapRow(cells: readonly Cell[], width: number): string[] {
  const parts = cells.map((cell) => cell.text.trimEnd()).filter((part) => part !== '');
  return wrapToWidth(parts.join(GAP), width, HANGING);
}

/** Parts with a dot between them, in as many lines as they need; no line breaks inside a part that fits. */
export function wrapParts(parts: readonly string[], width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line} · ${part}`;
    if (line !== '' && textWidth(longer) > width - indent.length) {
      lines.push(...wrapToWidth(line, width, indent));
      line = part;
    } else {
      line = longer;
    }
  }
  lines.push(...wrapToWidth(line, width, indent));
  return lines.map((each, index) =>
    index === 0 || each.startsWith(indent) ? each : `${indent}${each}`,
  );
}

function paintCell(cell: Cell): string {
  return cell.paint === undefined || cell.text === '' ? cell.text : cell.paint(cell.text);
}
