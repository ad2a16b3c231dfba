import { capped, type Cell, type Matrix, name, type Table, withNotes } from '../document/index.ts';
import { chooseLabels, hiddenLabels } from '../wording/confused-labels.ts';
import { show, signOf } from './inline.ts';

/** A table by rows, so that a page can stop before it is full. */
export function tableParts(table: Table): {
  readonly head: string;
  readonly rows: readonly string[];
  readonly end: string;
} {
  const { shown, more } = capped(table, table.rows, 'full');
  const { columns, rows } = withNotes({ columns: table.columns, rows: shown });
  const heads = columns.map((column) => show(column.name));
  const rules = columns.map(({ kind }) => (kind === 'number' ? '--:' : '---'));
  return {
    head: rows.length === 0 ? '' : line(heads) + line(rules),
    rows: rows.map((cells) => line(cells.map(cellText))),
    end: more === null ? '\n' : `\n${more}\n\n`,
  };
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function cellText({ text, tone }: Cell): string {
  return `${signOf(tone)}${show(text)}`;
}

/** Rows are what was expected, columns what was called. */
export function matrixText({ labels, counts, cap }: Matrix): string {
  const { rows, columns, hidden } = chooseLabels({ labels, matrix: counts }, cap.full);
  if (rows.length === 0) return '';
  const label = (index: number): string => show(name(labels[index] ?? ''));
  const lines = [
    line([show('expected \\ called'), ...columns.map(label)]),
    line(['---', ...columns.map(() => '--:')]),
    ...rows.map((row) =>
      line([
        label(row),
        ...columns.map((column) => {
          const count = counts[row]?.[column] ?? 0;
          return count === 0 ? '' : row === column ? `**${count}**` : String(count);
        }),
      ]),
    ),
  ];
  return `${lines.join('')}\n${hidden === 0 ? '' : `${hiddenLabels(hidden)}\n\n`}`;
}
