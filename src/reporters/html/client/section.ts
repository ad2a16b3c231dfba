import { type Child, el } from './dom.ts';
import { formatNumber } from '../../values/value.ts';

/** A titled part of the detail. */
export function section(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', '', el('h3', '', title), ...children);
}

/** A table with a row of column names; columns marked with `#` hold numbers. */
export function table(
  className: string,
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const names = columns.map((column) => column.replace('#', ''));
  const looks = columns.map((column) => (column.startsWith('#') ? 'number' : ''));
  const heads = names.map((name, place) => {
    const cell = el('th', looks[place] ?? '', name);
    cell.scope = 'col';
    return cell;
  });
  const lines = rows.map((row) => {
    const cells = row.map((child, place) => {
      const cell = el('td', looks[place] ?? '', child);
      cell.dataset['column'] = names[place] ?? '';
      return cell;
    });
    return el('tr', '', ...cells);
  });
  const result = el(
    'table',
    className,
    el('thead', '', el('tr', '', ...heads)),
    el('tbody', '', ...lines),
  );
  result.setAttribute('aria-label', caption);
  return result;
}

/** Says how much a capped list leaves out; null when it is whole. */
export function cutNote(shown: number, total: number, what: string): HTMLElement | null {
  if (shown >= total) return null;
  return el('p', 'note', `The first ${formatNumber(shown)} of ${formatNumber(total)} ${what}.`);
}
