import { makeVisible } from '../../escape/visible.ts';
import type { IndexVariants } from '../report-index.ts';
import { badge } from './badge.ts';
import { button, type Child, code, data, el } from './dom.ts';
import { formatNumber } from '../../values/value.ts';
import type { Item, OpenItem } from './items.ts';
import { cutNote, section } from './section.ts';

/** More rows are not compared by eye; the list has them all. */
const ROWS_SHOWN = 200;

interface Cell {
  readonly item: Item;
  readonly text: string;
}

/** What runs with several models side by side: a row for each test or eval, a column for each model; null where none of them is shown. */
export function variantsSection(
  { models, rows: all }: IndexVariants,
  items: readonly Item[],
  open: OpenItem,
): HTMLElement | null {
  const byPlace = new Map(items.map((item) => [item.place, item]));
  const rows = all
    .map(([name, cells]) => ({ name, cells: cells.map((cell) => findCell(cell, byPlace)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  if (rows.length === 0) return null;
  const heads = models.map((model, column) => {
    const ran = rows.flatMap(({ cells }) => cells[column] ?? []);
    const passed = ran.filter(({ item }) => item.verdict === 'pass').length;
    const sum = `${formatNumber(passed)} of ${formatNumber(ran.length)} passed`;
    const head = headCell('col', code(model), el('span', '', sum));
    head.title = makeVisible(model);
    return head;
  });
  const shown = rows.slice(0, ROWS_SHOWN);
  const lines = shown.map(({ name, cells }) => {
    const isEval = cells.some((cell) => cell?.item.kind === 'eval');
    const head = headCell('row', isEval ? el('span', 'kind', 'eval') : null, data(name));
    return el('tr', '', head, ...cells.map((cell) => variantCell(cell, open)));
  });
  const table = el(
    'table',
    'variants',
    el('thead', '', el('tr', '', el('td', ''), ...heads)),
    el('tbody', '', ...lines),
  );
  table.setAttribute('aria-label', 'Models side by side');
  return section(
    'Models side by side',
    el('div', 'sideways', table),
    cutNote(shown.length, rows.length, 'tests and evals'),
  );
}

function findCell(
  cell: readonly [row: number, text: string] | 0,
  byPlace: ReadonlyMap<number, Item>,
): Cell | null {
  if (cell === 0) return null;
  const item = byPlace.get(cell[0]);
  return item === undefined ? null : { item, text: cell[1] };
}

function headCell(scope: 'row' | 'col', ...children: readonly Child[]): HTMLElement {
  const cell = el('th', '', ...children);
  cell.scope = scope;
  return cell;
}

function variantCell(cell: Cell | null, open: OpenItem): HTMLElement {
  if (cell === null) return el('td', 'zero', '–');
  const { item, text } = cell;
  const press = button('', () => open(item, null), badge(item.verdict), el('span', '', text));
  press.title = makeVisible(item.name);
  return el('td', '', press);
}
