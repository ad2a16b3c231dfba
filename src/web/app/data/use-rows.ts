import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { RowPages } from './row-pages.ts';

/**
 * The pages of a list. While another list is read, the one before stays: a filter changes what is listed without
 * an empty moment.
 */
export function useRows<Row, Answer extends { total: number; items: readonly Row[] }>(
  path: string,
): RowPages<Row, Answer> | null {
  const [, setCount] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const shown = useRef<RowPages<Row, Answer> | null>(null);
  // Before the frame is drawn: the request need not wait for it.
  useLayoutEffect(() => {
    const pages = new RowPages<Row, Answer>(path, (fault) => {
      if (fault !== null) return setError(fault);
      if (pages.first === null) return;
      if (shown.current !== pages) shown.current?.close();
      shown.current = pages;
      setCount((count) => count + 1);
    });
    return () => {
      if (shown.current !== pages) pages.close();
    };
  }, [path]);
  if (error !== null) throw error;
  return shown.current;
}
