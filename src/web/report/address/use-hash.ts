import { useEffect, useState } from 'preact/hooks';

/** The hash of the address, as it is now. */
export function useHash(): string {
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    const update = (): void => setHash(location.hash);
    addEventListener('hashchange', update);
    addEventListener(REPLACED, update);
    return () => {
      removeEventListener('hashchange', update);
      removeEventListener(REPLACED, update);
    };
  }, []);
  return hash;
}

const REPLACED = 'whichtool-hash';

/** Goes to an address of the page without an entry in the history: for what keys and typing change. */
export function replaceHash(hash: string): void {
  history.replaceState(null, '', hash === '#' ? location.pathname + location.search : hash);
  dispatchEvent(new Event(REPLACED));
}

/** Goes to an address of the page; Back returns. */
export function visitHash(hash: string): void {
  location.hash = hash;
}
