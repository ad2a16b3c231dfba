import { formatCount, formatNumber } from '../values/value.ts';
import type { Capped, Cell, Column, Density, Row, Sized, Table } from './model.ts';
import { isBlank, type Text } from './text.ts';

/** A column of names. */
export const nameColumn = (heading: Text): Column => ({ name: heading, kind: 'name' });
/** A column of numbers. */
export const numberColumn = (heading: Text): Column => ({ name: heading, kind: 'number' });
/** A column of short texts. */
export const textColumn = (heading: Text): Column => ({ name: heading, kind: 'text' });
/** A column of sentences. */
export const proseColumn = (heading: Text): Column => ({ name: heading, kind: 'prose' });

/** Whether a sink of this density shows a block. */
export function isShown({ detail }: Sized, density: Density): boolean {
  return detail === undefined || detail === density;
}

/** A cell with all that a sink asks of it. */
export function cellOf(cell: Cell | Text): Cell {
  return typeof cell === 'object' && 'text' in cell ? cell : { text: cell };
}

/** The entries that a sink of this density lists, and a sentence about the others. */
export function capped<T>(
  { cap, total, noun, tail = '', see }: Capped,
  entries: readonly T[],
  density: Density | 'page',
): { readonly shown: readonly T[]; readonly more: string | null } {
  const shown = cap === undefined ? entries : entries.slice(0, cap[density] ?? cap.full);
  const hidden = (total ?? entries.length) - shown.length;
  if (hidden <= 0) return { shown, more: null };
  const pointer = density === 'brief' && see !== undefined ? `, see ${see}` : '';
  const count =
    noun === undefined ? `${formatNumber(hidden)} more` : formatCount(hidden, `more ${noun}`);
  return { shown, more: `and ${count}${tail}${pointer}` };
}

/** The columns and rows of a page: notes of rows are a last column. */
export function withNotes({ columns, rows }: Pick<Table, 'columns' | 'rows'>): {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
} {
  const hasNotes = rows.some(({ note = '' }) => !isBlank(note));
  const cells = ({ cells: own, note = '' }: Row): readonly Cell[] => [
    ...own.map(cellOf),
    ...(hasNotes ? [{ text: note }] : []),
  ];
  return {
    columns: hasNotes ? [...columns, proseColumn('note')] : columns,
    rows: rows.map(cells),
  };
}
