import { useState } from 'preact/hooks';

type Widths = Readonly<Record<string, number>>;

/** Narrower columns cannot be read. */
const MIN_PX = 48;

/** The widths that a person gave to the columns of a table. They stay in the browser. */
export function useColumnWidths(table: string): {
  readonly widthOf: (column: string) => number | undefined;
  /** Follows the pointer from the edge of a column until it is released. */
  readonly drag: (column: string, event: PointerEvent) => void;
} {
  const [widths, setWidths] = useState(() => readWidths(table));
  return {
    widthOf: (column) => widths[column],
    drag(column, event) {
      const head = event.target instanceof Element ? event.target.closest('th') : null;
      if (head === null) return;
      event.preventDefault();
      const start = head.offsetWidth - event.clientX;
      let next = widths;
      const move = ({ clientX }: PointerEvent): void => {
        next = { ...widths, [column]: Math.max(MIN_PX, Math.round(start + clientX)) };
        setWidths(next);
      };
      const end = (): void => {
        removeEventListener('pointermove', move);
        saveWidths(table, next);
      };
      addEventListener('pointermove', move);
      addEventListener('pointerup', end, { once: true });
    },
  };
}

/** What was kept; anything that is not a width is left out. */
export function parseWidths(text: string | null): Widths {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    const entries = Object.entries((kept ?? {}) as Readonly<Record<string, unknown>>);
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, number] =>
          Number.isInteger(entry[1]) && Number(entry[1]) >= MIN_PX,
      ),
    );
  } catch {
    return {};
  }
}

const keyOf = (table: string): string => `whichtool columns ${table}`;

function readWidths(table: string): Widths {
  try {
    return parseWidths(localStorage.getItem(keyOf(table)));
  } catch {
    return {};
  }
}

function saveWidths(table: string, widths: Widths): void {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify(widths));
  } catch {
    // Without storage the widths hold until the page is closed.
  }
}
