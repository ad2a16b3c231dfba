import { padToWidth, textWidth, wrapToWidth } from './width.ts';

type Paint = (text: string) => string;

/** Text and how to colour it; blanks that fill a column are not coloured. */
export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

/** What is between columns. */
export const GAP = '  ';
const HANGING = '    ';
/** The indent of the last cell where it has several lines. */
const UNDER = '  ';

/** Rows with their columns under each other; where a row does not fit, its last cell goes under it, or all of it is wrapped. */
export function alignRows(
  rows: readonly (readonly Cell[])[],
  width: number,
  atLeast: readonly number[] = [],
): string[][] {
  const widths = [...atLeast];
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
  const used = usedBy(cells, widths);
  if (used > width) {
    const [first, under] = [cells.slice(0, -1), cells.at(-1)];
    if (under === undefined || first.length < 2 || usedBy(first, widths) > width)
      return wrapRow(cells, width);
    const more = wrapToWidth(under.text.trimEnd(), width - UNDER.length);
    return [
      ...alignRow(first, widths, width),
      ...more.map((text) => UNDER + paintCell({ ...under, text })),
    ];
  }
  const line = cells.map((cell, index) => {
    const fill = padToWidth(cell.text, widths[index] ?? 0).slice(cell.text.length);
    return index === last ? paintCell(cell) : paintCell(cell) + fill;
  });
  return [line.join(GAP)];
}

/** The columns of all cells but the last, and the text of that. */
function usedBy(cells: readonly Cell[], widths: readonly number[]): number {
  const sizes = cells.map((cell, index) =>
    index === cells.length - 1 ? textWidth(cell.text) : (widths[index] ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, GAP.length * Math.max(0, cells.length - 1));
}

function wrapRow(cells: readonly Cell[], width: number): string[] {
  const parts = cells.map((cell) => cell.text.trimEnd()).filter((part) => part !== '');
  return wrapToWidth(parts.join(GAP), width, HANGING);
}

/** Parts with a dot between them, in as many lines as they need; no line breaks inside a part that fits. */
export function wrapParts(parts: readonly string[], width: number, indent: string): string[] {
  const groups: string[] = [];
  for (const part of parts) {
    const longer = `${groups.at(-1) ?? ''} · ${part}`;
    if (groups.length > 0 && textWidth(longer) <= width - indent.length)
      groups[groups.length - 1] = longer;
    else groups.push(part);
  }
  return groups.flatMap((group, at) =>
    at === 0
      ? wrapToWidth(group, width, indent)
      : wrapToWidth(group, width - indent.length).map((line) => indent + line),
  );
}

function paintCell(cell: Cell): string {
  return cell.paint === undefined || cell.text === '' ? cell.text : cell.paint(cell.text);
}
