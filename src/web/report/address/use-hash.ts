import { useEffect, useState } from 'preact/hooks';
import { plainLinkOf } from '../../components/plain-link.ts';

/** The hash of the address, as it is now. */
export function useHash(): string {
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    const update = (): void => setHash(location.hash);
    addEventListener('hashchange', update);
    addEventListener(CHANGED, update);
    document.addEventListener('click', followLink);
    return () => {
      removeEventListener('hashchange', update);
      removeEventListener(CHANGED, update);
      document.removeEventListener('click', followLink);
    };
  }, []);
  return hash;
}

/** Sent when the page changes its own address: `hashchange` may come after the next key, which would see the view before it. */
const CHANGED = 'whichtool-hash';

/** Goes to an address of the page without an entry in the history: for what keys and typing change. */
export function replaceHash(hash: string): void {
  history.replaceState(null, '', addressOf(hash));
  dispatchEvent(new Event(CHANGED));
}

/** Goes to an address of the page; Back returns. */
export function visitHash(hash: string): void {
  if (addressOf(hash) === addressOf(location.hash)) return;
  history.pushState(null, '', addressOf(hash));
  dispatchEvent(new Event(CHANGED));
}

function addressOf(hash: string): string {
  return /^#?$/.test(hash) ? location.pathname + location.search : hash;
}

/** A plain click on a link to a view of this page. The browser follows all other links itself. */
function followLink(event: MouseEvent): void {
  const link = plainLinkOf(event);
  if (!link?.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  visitHash(link.hash);
}
