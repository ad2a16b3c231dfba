import type { JSX } from 'preact';
import type { Capped, CellChange } from '#core';
import { formatNumber, makeVisible } from '#reporters';
import { Name } from '../../components/foreign.tsx';

/** The matrix before and after: cells whose counts differ, on the axes of the matrix. */
export function CellChanges({ cells }: { readonly cells: Capped<CellChange> }): JSX.Element {
  const rows = distinct(cells.items.map(({ expected }) => expected));
  const columns = distinct(cells.items.map(({ observed }) => observed));
  return (
    <div class="detail">
      <h3>Confusion, before and after</h3>
      <div class="matrix-box" tabindex={0}>
        <table
          class={columns.length > 14 ? 'matrix changes dense' : 'matrix changes'}
          style={{ '--letters': Math.min(20, Math.max(...columns.map(({ length }) => length))) }}
        >
          <caption class="unseen">Expected tools in rows, called tools in columns</caption>
          <thead>
            <tr>
              <th class="corner">
                <span>expected ↓ · called →</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" title={makeVisible(column)}>
                  <span>
                    <Name text={column} />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row" title={makeVisible(row)}>
                  <Name text={row} class="cut" />
                </th>
                {columns.map((column) => (
                  <Cell
                    key={column}
                    cell={cells.items.find(
                      (each) => each.expected === row && each.observed === column,
                    )}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cells.total > cells.items.length ? (
        <p class="soft small">{`and ${formatNumber(cells.total - cells.items.length)} more cells`}</p>
      ) : null}
    </div>
  );
}

function Cell({ cell }: { readonly cell: CellChange | undefined }): JSX.Element {
  if (cell === undefined) return <td class="gap" />;
  const { expected, observed, before, after } = cell;
  // More on the diagonal is better, more beside it is worse.
  const isBetter = after > before === (expected === observed);
  return (
    <td>
      <span class={isBetter ? 'cell right' : 'cell wrong'} style={{ '--share': 0.4 }}>
        <span>{formatNumber(before)}</span> → <b>{formatNumber(after)}</b>
      </span>
    </td>
  );
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1));
}
