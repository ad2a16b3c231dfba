/** A list that keeps only the rows in view in the page, so that a million rows cost what thirty do. */
export interface VirtualList {
  /** Starts anew with this many rows. */
  reset(count: number): void;
  /** Fills the rows in view again. */
  refresh(): void;
  /** Scrolls a row into view and answers it. */
  reveal(index: number): HTMLElement | null;
}

/** Browsers lose precision in taller elements; a longer list scrolls faster than it moves. */
const TALLEST_PX = 8_000_000;
const SPARE_ROWS = 6;

/** Fills a scrolling element with rows of equal height, made by `fill`. */
export function createVirtualList(
  scroller: HTMLElement,
  fill: (row: HTMLElement, index: number) => void,
): VirtualList {
  const list = document.createElement('ol');
  list.className = 'rows';
  scroller.append(list);
  const rows = new Map<number, HTMLElement>();
  let count = 0;
  let rowPx = 1;

  /** How far the rows move for each pixel of scrolling: 1 unless the list is too tall. */
  function speed(): number {
    const view = scroller.clientHeight;
    const tall = Math.min(count * rowPx, TALLEST_PX);
    return tall <= view ? 1 : (count * rowPx - view) / (tall - view);
  }

  function addRow(index: number, before: ChildNode | null): HTMLElement {
    const row = document.createElement('li');
    row.setAttribute('aria-setsize', String(count));
    row.setAttribute('aria-posinset', String(index + 1));
    fill(row, index);
    list.insertBefore(row, before);
    rows.set(index, row);
    return row;
  }

  function dropRow(index: number, row: HTMLElement): void {
    // A focused row that leaves would take the keyboard with it.
    if (row.contains(document.activeElement)) scroller.focus({ preventScroll: true });
    row.remove();
    rows.delete(index);
  }

  function draw(): void {
    const top = scroller.scrollTop * speed();
    const first = Math.max(0, Math.floor(top / rowPx) - SPARE_ROWS);
    const last = Math.min(count, Math.ceil((top + scroller.clientHeight) / rowPx) + SPARE_ROWS);
    for (const [index, row] of rows) if (index < first || index >= last) dropRow(index, row);
    let before = list.firstChild;
    for (let index = first; index < last; index += 1) {
      const row = rows.get(index) ?? addRow(index, before);
      before = row.nextSibling;
      row.style.transform = `translateY(${index * rowPx - top + scroller.scrollTop}px)`;
    }
  }

  function measure(): void {
    const row = rows.get(0) ?? rows.values().next().value ?? (count > 0 ? addRow(0, null) : null);
    if (row !== null && row.offsetHeight > 0) rowPx = row.offsetHeight;
    list.style.height = `${Math.min(count * rowPx, TALLEST_PX)}px`;
  }

  scroller.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(() => {
    measure();
    draw();
  }).observe(scroller);

  return {
    reset(next) {
      for (const [index, row] of rows) dropRow(index, row);
      count = next;
      scroller.scrollTop = 0;
      measure();
      draw();
    },
    refresh() {
      for (const [index, row] of rows) fill(row, index);
    },
    reveal(index) {
      const top = scroller.scrollTop * speed();
      const above = index * rowPx - top;
      const below = (index + 1) * rowPx - top - scroller.clientHeight;
      if (above < 0) scroller.scrollTop += above / speed();
      else if (below > 0) scroller.scrollTop += below / speed();
      draw();
      return rows.get(index) ?? null;
    },
  };
}
