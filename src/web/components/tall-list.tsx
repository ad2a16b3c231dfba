import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { RowHeights } from './row-heights.ts';
import { MoreRows, usePrinted } from './use-printed.tsx';

const ESTIMATE_PX = 96;
/** Drawn above and below the window, so that scrolling shows no gaps. */
const SPARE_PX = 600;
const MAX_PRINTED = 1000;

/** Lets others scroll a list to a row. */
export interface TallListHandle {
  readonly show: (row: number) => void;
}

/** A list in the flow of the page whose rows have any height; only those in view are in the document. */
export function TallList({ count, label, row, handle, coveredPx }: TallParts): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const heights = useMemo(() => new RowHeights(count, ESTIMATE_PX), [count]);
  const [span, setSpan] = useState({ first: 0, last: Math.min(count, 20) });
  const [, setCount] = useState(0);
  // What the reader looks at, and how far it was from the top of the list when that was last known.
  const anchor = useRef<{ readonly row: number; readonly top: number } | null>(null);
  const update = useCallback(() => {
    if (list.current === null) return;
    const top = -list.current.getBoundingClientRect().top;
    const first = heights.rowAt(top - SPARE_PX);
    const last = heights.rowAt(top + innerHeight + SPARE_PX) + 1;
    // A row that begins at the bars is the one that is read.
    const seen = heights.rowAt(top + coveredPx() + 2);
    anchor.current = { row: seen, top: heights.topOf(seen) };
    setSpan((known) => (known.first === first && known.last === last ? known : { first, last }));
  }, [heights, coveredPx]);
  const observer = useMemo(
    () =>
      new ResizeObserver((entries) => {
        let isChanged = false;
        for (const { target } of entries) {
          const index = Number((target as HTMLElement).dataset['row']);
          if (target.isConnected && heights.set(index, (target as HTMLElement).offsetHeight))
            isChanged = true;
        }
        if (!isChanged) return;
        // Rows above what is read became taller or lower: it stays where it is. Only the change is scrolled, as the
        // reader may scroll at the same time.
        const { row: seen, top } = anchor.current ?? { row: 0, top: 0 };
        const by = heights.topOf(seen) - top;
        if (by !== 0) scrollBy(0, by);
        update();
        setCount((known) => known + 1);
      }),
    [heights, update],
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  useLayoutEffect(() => {
    for (const child of list.current?.children ?? []) observer.observe(child);
  }, [span, observer]);
  useLayoutEffect(update);
  useEffect(() => {
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [update]);
  handle.current = {
    show(at) {
      if (list.current === null) return;
      const top = -list.current.getBoundingClientRect().top;
      scrollBy(0, heights.topOf(at) - coveredPx() - top);
      update();
    },
  };
  const isPrinted = usePrinted();
  const [first, last] = isPrinted ? [0, MAX_PRINTED] : [span.first, span.last];
  const rows: ComponentChildren[] = [];
  for (let i = first; i < Math.min(last, count); i += 1)
    rows.push(
      <li key={i} data-row={i} aria-setsize={count} aria-posinset={i + 1}>
        {row(i)}
      </li>,
    );
  return (
    <ol
      ref={list}
      class="tall"
      aria-label={label}
      style={{
        'padding-top': `${heights.topOf(span.first)}px`,
        height: `${heights.total}px`,
      }}
    >
      {rows}
      {isPrinted ? <MoreRows count={count - MAX_PRINTED} /> : null}
    </ol>
  );
}

interface TallParts {
  readonly count: number;
  readonly label: string;
  readonly row: (index: number) => JSX.Element;
  readonly handle: RefObject<TallListHandle | null>;
  /** How much of the window is covered by bars that stay at its top. */
  readonly coveredPx: () => number;
}
