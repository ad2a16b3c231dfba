import {
  type Block,
  capped,
  cellOf,
  type Column,
  isBlank,
  isShown,
  type Table,
} from '../document/index.ts';
import { alignRows, type Cell, GAP } from './layout.ts';
import { type Page, show } from './page.ts';
import { MARKS } from './theme.ts';
import { cutMiddle, cutToWidth, textWidth, wrapToWidth } from './width.ts';

/** The widest that a column gets at first, and the narrowest that it is cut to. */
const LIMITS = {
  name: { max: 44, min: 8 },
  text: { max: 60, min: 12 },
  number: { max: Infinity, min: Infinity },
  prose: { max: Infinity, min: Infinity },
} as const;

const NOTE_INDENT = '  ';

/** A table in the columns that there are: first short forms, then fewer columns, then cut names, then wrapped rows. */
export function tableLines(table: Table, page: Page): string[] {
  const { shown, more } = capped(table, table.rows, page.density);
  const grid = gridOf(table, shown, page);
  const parts = table.isSplit === true ? split(grid, page.width) : [fit(grid, page.width)];
  const lines = parts.flatMap((part, at) => [
    ...(at === 0 ? [] : ['']),
    ...draw(
      part,
      page,
      shown.map(({ note = '' }) => (at === 0 && !isBlank(note) ? show(note) : '')),
    ),
  ]);
  return more === null ? lines : [...lines, page.theme.dim(more)];
}

/** Cells by column, so that columns can be dropped and cut. */
interface Grid {
  readonly hasHead: boolean;
  readonly columns: readonly GridColumn[];
}

interface GridColumn extends Column {
  readonly cells: readonly (Cell & { readonly short?: string })[];
}

function gridOf({ columns, isHeadless }: Table, rows: Table['rows'], { theme }: Page): Grid {
  const hasHead = isHeadless !== true;
  return {
    hasHead,
    columns: columns.map((column, i): GridColumn => {
      // The last text has the room that the others leave.
      const max =
        column.kind === 'text' && i === columns.length - 1 ? Infinity : LIMITS[column.kind].max;
      return {
        ...column,
        cells: [
          ...(hasHead
            ? [{ text: cutter(column.kind)(show(column.name), max), paint: theme.dim }]
            : []),
          ...rows.map(({ cells }) => {
            const { text, tone, isMarked, short } = cellOf(cells[i] ?? '');
            const mark = isMarked === true ? `${MARKS[tone ?? 'plain']} ` : '';
            const paint = column.isQuiet === true ? theme.dim : theme.tone[tone ?? 'plain'];
            const whole = cutter(column.kind)(mark + show(text), max);
            return { text: whole, paint, ...(short === undefined ? {} : { short }) };
          }),
        ],
      };
    }),
  };
}

function cutter(kind: Column['kind']): (text: string, width: number) => string {
  return kind === 'name' ? cutMiddle : cutToWidth;
}

function widthOf({ cells }: GridColumn): number {
  return cells.reduce((most, { text }) => Math.max(most, textWidth(text)), 0);
}

/** Sentences at the end are left out: they continue below their row. */
function usedBy(columns: readonly GridColumn[]): number {
  const fixed = columns.filter(({ kind }, i) => kind !== 'prose' || i < columns.length - 1);
  return fixed.reduce((sum, column) => sum + widthOf(column) + GAP.length, -GAP.length);
}

function fit({ hasHead, columns }: Grid, room: number): Grid {
  let kept = columns;
  if (usedBy(kept) > room)
    kept = kept.map((column) => ({
      ...column,
      cells: column.cells.map((cell) => ({ ...cell, text: cell.short ?? cell.text })),
    }));
  while (usedBy(kept) > room) {
    const last = kept.findLastIndex(({ isOptional }) => isOptional === true);
    if (last < 0) break;
    kept = kept.toSpliced(last, 1);
  }
  return { hasHead, columns: shrink(kept, room) };
}

/** Cuts the widest column that may be cut, until all fit. */
function shrink(columns: readonly GridColumn[], room: number): readonly GridColumn[] {
  const over = usedBy(columns) - room;
  if (over <= 0) return columns;
  const widths = columns.map((column) =>
    widthOf(column) > LIMITS[column.kind].min ? widthOf(column) : 0,
  );
  const widest = widths.indexOf(Math.max(...widths));
  const column = columns[widest];
  if (column === undefined || (widths[widest] ?? 0) === 0) return columns;
  const width = Math.max(LIMITS[column.kind].min, (widths[widest] ?? 0) - over);
  const cut = cutter(column.kind);
  const cells = column.cells.map((cell) => ({ ...cell, text: cut(cell.text, width) }));
  return shrink(columns.with(widest, { ...column, cells }), room);
}

/** The first column with as many others as fit, then again with the next ones. */
function split(grid: Grid, room: number): readonly Grid[] {
  const [first, ...others] = grid.columns;
  if (first === undefined) return [grid];
  const groups: GridColumn[][] = [];
  for (const column of others) {
    const last = groups.at(-1);
    if (last === undefined || usedBy([first, ...last, column]) > room) groups.push([column]);
    else last.push(column);
  }
  if (groups.length === 0) groups.push([]);
  return groups.map((columns) => fit({ ...grid, columns: [first, ...columns] }, room));
}

/** How wide the columns of all tables without heads are. */
export function headlessWidths(blocks: readonly Block[], page: Page): readonly number[] {
  return blocks.reduce<readonly number[]>((widths, block) => {
    if (block.kind === 'group' && isShown(block, page.density))
      return widest(widths, headlessWidths(block.blocks, page));
    if (block.kind !== 'table' || block.isHeadless !== true || !isShown(block, page.density))
      return widths;
    const { shown } = capped(block, block.rows, page.density);
    return widest(widths, gridOf(block, shown, page).columns.map(widthOf));
  }, []);
}

function widest(a: readonly number[], b: readonly number[]): readonly number[] {
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a];
  return longer.map((width, i) => Math.max(width, shorter[i] ?? 0));
}

function draw({ hasHead, columns }: Grid, page: Page, notes: readonly string[]): string[] {
  const height = columns[0]?.cells.length ?? 0;
  const shared = hasHead ? [] : (page.shared ?? []);
  const right = columns.map((column, i) =>
    column.kind === 'number' ? Math.max(widthOf(column), shared[i] ?? 0) : 0,
  );
  const rows = Array.from({ length: height }, (_, row) =>
    columns.map(({ cells }, i): Cell => {
      const cell = cells[row] ?? { text: '' };
      const fill = ' '.repeat(Math.max(0, (right[i] ?? 0) - textWidth(cell.text)));
      return cell.text === '' ? cell : { ...cell, text: fill + cell.text };
    }),
  );
  const aligned = alignRows(rows, page.width, shared);
  return aligned.flatMap((lines, row) => {
    const note = notes[row - (hasHead ? 1 : 0)] ?? '';
    const below = note === '' ? [] : wrapToWidth(note, page.width - NOTE_INDENT.length);
    return [...lines, ...below.map((line) => page.theme.dim(NOTE_INDENT + line))];
  });
}
