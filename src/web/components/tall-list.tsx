import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { RowHeights } from './row-heights.ts';

const ESTIMATE_PX = 96;
/** Drawn above and below the window, so that scrolling shows no gaps. */
const SPARE_PX = 600;

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
  // What the reader looks at stays where it is while rows above it are measured.
  const anchor = useRef<{ readonly row: number; readonly below: number } | null>(null);
  const update = useCallback(() => {
    if (list.current === null) return;
    const top = -list.current.getBoundingClientRect().top;
    const first = heights.rowAt(top - SPARE_PX);
    const last = heights.rowAt(top + innerHeight + SPARE_PX) + 1;
    // A row that begins at the bars is the one that is read.
    const seen = heights.rowAt(top + coveredPx + 2);
    anchor.current = { row: seen, below: heights.topOf(seen) - top };
    setSpan((known) => (known.first === first && known.last === last ? known : { first, last }));
  }, [heights, coveredPx]);
  const settle = useCallback(() => {
    if (list.current === null || anchor.current === null) return;
    const top = -list.current.getBoundingClientRect().top;
    const by = heights.topOf(anchor.current.row) - anchor.current.below - top;
    if (Math.abs(by) > 1) scrollBy(0, by);
  }, [heights]);
  const observer = useMemo(
    () =>
      new ResizeObserver((entries) => {
        let isChanged = false;
        for (const { target } of entries) {
          const index = Number((target as HTMLElement).dataset['row']);
          if (target.isConnected && heights.set(index, (target as HTMLElement).offsetHeight))
            isChanged = true;
        }
        if (isChanged) setCount((known) => known + 1);
      }),
    [heights],
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  useLayoutEffect(() => {
    for (const child of list.current?.children ?? []) observer.observe(child);
  }, [span, observer]);
  // After rows were measured: first what is seen goes back to its place, then the span follows.
  useLayoutEffect(() => {
    settle();
    update();
  });
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
      anchor.current = { row: at, below: coveredPx };
      settle();
      update();
      // Rows around it are measured now: it stays at this place meanwhile.
      anchor.current = { row: at, below: coveredPx };
      setCount((known) => known + 1);
    },
  };
  const rows: ComponentChildren[] = [];
  for (let i = span.first; i < Math.min(span.last, count); i += 1)
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
    </ol>
  );
}

interface TallParts {
  readonly count: number;
  readonly label: string;
  readonly row: (index: number) => JSX.Element;
  readonly handle: RefObject<TallListHandle | null>;
  /** How much of the window is covered by bars that stay at its top. */
  readonly coveredPx: number;
}
