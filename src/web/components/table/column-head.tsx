import type { ComponentChildren, JSX } from 'preact';
import type { useColumnWidths } from './column-widths.ts';

/** The head of a column: it sorts where it can, and its edge changes the width. */
export function ColumnHead({
  id,
  widths,
  order,
  onSort,
  class: name,
  children,
}: HeadParts): JSX.Element {
  const width = widths.widthOf(id);
  return (
    <th
      scope="col"
      class={name}
      aria-sort={order ?? undefined}
      style={width === undefined ? undefined : { 'min-width': `${width}px`, width: `${width}px` }}
    >
      {onSort === undefined ? (
        children
      ) : (
        <button type="button" class="sort" onClick={onSort}>
          {children}
          <span aria-hidden="true">
            {order === null ? '' : order === 'ascending' ? ' ↑' : ' ↓'}
          </span>
        </button>
      )}
      <span
        class="column-edge"
        aria-hidden="true"
        onPointerDown={(event) => widths.drag(id, event)}
      />
    </th>
  );
}

interface HeadParts {
  readonly id: string;
  readonly widths: ReturnType<typeof useColumnWidths>;
  /** How the rows are sorted by it; null where they are not. */
  readonly order: 'ascending' | 'descending' | null;
  readonly onSort?: () => void;
  readonly class?: string | undefined;
  readonly children: ComponentChildren;
}
