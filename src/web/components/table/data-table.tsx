import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Wide } from '../wide.tsx';
import { ColumnHead } from './column-head.tsx';
import { useColumnWidths } from './column-widths.ts';
import { nextSorting, shownColumns, type Sorting, type SortValue, sortRows } from './table-rows.ts';

/** A column of a table. */
export interface Column<Row> {
  /** Its id, which is its head as well. */
  readonly id: string;
  /** What rows are sorted by, and whether there is something to show. */
  readonly value: (row: Row) => SortValue;
  readonly cell: (row: Row) => ComponentChildren;
  readonly class?: string;
}

/** A table whose columns sort, keep their widths and are left out where they are empty. */
export function DataTable<Row>({ name, caption, columns, rows }: TableParts<Row>): JSX.Element {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const widths = useColumnWidths(name);
  const shown = useMemo(() => shownColumns(columns, rows), [columns, rows]);
  const sorted = useMemo(() => {
    const column = columns.find(({ id }) => id === sorting?.column);
    return column === undefined
      ? rows
      : sortRows(rows, column.value, sorting?.isDescending === true);
  }, [columns, rows, sorting]);
  const orderOf = (id: string): 'ascending' | 'descending' | null =>
    sorting?.column !== id ? null : sorting.isDescending ? 'descending' : 'ascending';
  return (
    <Wide>
      <table class={`${name} data-table`}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {shown.map(({ id, class: look }) => (
              <ColumnHead
                key={id}
                id={id}
                class={look}
                widths={widths}
                order={orderOf(id)}
                onSort={() => setSorting(nextSorting(sorting, id))}
              >
                {id}
              </ColumnHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row, i) => (
            <tr key={i}>
              {shown.map(({ id, cell, class: look }) => (
                <td key={id} class={look}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

interface TableParts<Row> {
  /** Its class; widths are kept by it. */
  readonly name: string;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}
