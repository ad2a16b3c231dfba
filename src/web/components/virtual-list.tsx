import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { MoreRows, usePrinted } from './use-printed.tsx';
import { rowsInView, scrollFor, type Span } from './rows-in-view.ts';

/** As many rows are read before a list scrolls. */
const MAX_PRINTED = 100;

/** A list in the flow of the page that keeps only the rows in view in the document. */
export function VirtualList({ count, label, row, current, isFollowed }: VirtualParts): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const [rowPx, setRowPx] = useState(36);
  const [span, setSpan] = useState<Span>({
    first: 0,
    last: Math.min(count, 40),
    shift: 0,
    height: count * 36,
  });
  const measure = useCallback(() => {
    if (list.current === null) return;
    const first = list.current.firstElementChild;
    const height =
      first instanceof HTMLElement && first.offsetHeight > 0 ? first.offsetHeight : rowPx;
    if (height !== rowPx) setRowPx(height);
    const top = -list.current.getBoundingClientRect().top;
    const next = rowsInView({ count, rowPx: height, top, viewPx: innerHeight });
    setSpan((known) => (isSame(known, next) ? known : next));
  }, [count, rowPx]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    // The list may be inside of an element that scrolls: such events are seen on their way down alone.
    addEventListener('scroll', measure, { passive: true, capture: true });
    addEventListener('resize', measure);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => {
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [measure]);
  useEffect(() => {
    if (current === null || !isFollowed || list.current === null) return;
    const top = -list.current.getBoundingClientRect().top;
    const by = scrollFor(current, { count, rowPx, top, viewPx: innerHeight });
    if (by !== 0) scrollBy({ top: by });
  }, [current, isFollowed, count, rowPx]);
  const isPrinted = usePrinted();
  const [first, last] = isPrinted ? [0, MAX_PRINTED] : [span.first, span.last];
  const rows: ComponentChildren[] = [];
  for (let i = first; i < Math.min(last, count); i += 1)
    rows.push(
      <li
        key={i}
        aria-setsize={count}
        aria-posinset={i + 1}
        style={{ transform: `translateY(${i * rowPx + span.shift}px)` }}
      >
        {row(i)}
      </li>,
    );
  return (
    <ol
      ref={list}
      class="virtual"
      aria-label={label}
      style={{ height: `${rowsInView({ count, rowPx, top: 0, viewPx: 0 }).height}px` }}
    >
      {rows}
      {isPrinted ? <MoreRows count={count - MAX_PRINTED} /> : null}
    </ol>
  );
}

interface VirtualParts {
  readonly count: number;
  readonly label: string;
  readonly row: (index: number) => JSX.Element;
  /** The row that people are at; null where there is none. */
  readonly current: number | null;
  /** Whether the page scrolls so that this row is seen. */
  readonly isFollowed: boolean;
}

function isSame(a: Span, b: Span): boolean {
  return a.first === b.first && a.last === b.last && a.shift === b.shift && a.height === b.height;
}
