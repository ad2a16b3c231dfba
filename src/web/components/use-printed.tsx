import { type JSX, options } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatNumber } from '#reporters';

/** Whether the page is being printed: then nothing scrolls, and lists are written out. */
export function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // What is drawn later is not on the paper.
    const begin = (): void => drawAtOnce(() => setPrinted(true));
    const end = (): void => setPrinted(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}

/** Nothing else of the page sets this option. */
function drawAtOnce(change: () => void): void {
  options.debounceRendering = (draw) => draw();
  change();
  delete options.debounceRendering;
}

/** Says on paper that a list goes on. */
export function MoreRows({ count }: { readonly count: number }): JSX.Element | null {
  return count <= 0 ? null : <li class="soft">{`and ${formatNumber(count)} more`}</li>;
}
