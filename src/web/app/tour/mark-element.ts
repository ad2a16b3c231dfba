const MARK = 'tour-mark';
/** Views load: what is to be marked may come later, or never. */
const MAX_WAIT_MS = 5000;

/** Marks the first element that fits, as soon as it is there. Returns a function that takes the mark away. */
export function markElement(selector: string): () => void {
  let marked: Element | null = null;
  const mark = (): boolean => {
    marked = document.querySelector(selector);
    marked?.classList.add(MARK);
    marked?.scrollIntoView({ block: 'nearest' });
    return marked !== null;
  };
  const observer = new MutationObserver(() => {
    if (marked?.isConnected !== true && mark()) observer.disconnect();
  });
  if (!mark()) observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), MAX_WAIT_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    marked?.classList.remove(MARK);
  };
}
