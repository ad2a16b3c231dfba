import { useEffect, useState } from 'preact/hooks';
import { plainLinkOf } from '../../components/plain-link.ts';
import { keepScroll, markVisit } from './keep-scroll.ts';

/** The address that the page shows. */
export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Sent when the page changes its own address: browsers only report the back and forward buttons. */
const CHANGED = 'whichtool:address';

/** Shows another address, as a link does. The back button returns. */
export function visit(to: string): void {
  const isElsewhere = new URL(to, location.href).pathname !== location.pathname;
  history.pushState(markVisit(), '', to);
  dispatchEvent(new Event(CHANGED));
  // What is opened beside a list leaves the list where it is.
  if (isElsewhere) scrollTo(0, 0);
}

/** Shows another address without an entry in the history: for what keys and typing change. */
export function replaceAddress(to: string): void {
  history.replaceState(history.state, '', to);
  dispatchEvent(new Event(CHANGED));
}

/** The address, and the views again when it changes. Links to other views do not load the page again. */
export function useAddress(): Address {
  const [address, setAddress] = useState(readAddress);
  useEffect(() => {
    const update = (): void => setAddress(readAddress());
    addEventListener('popstate', update);
    addEventListener(CHANGED, update);
    document.addEventListener('click', followLink);
    const stopScroll = keepScroll();
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(CHANGED, update);
      document.removeEventListener('click', followLink);
      stopScroll();
    };
  }, []);
  return address;
}

function readAddress(): Address {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** A plain click on a link to a view. The browser follows all other links itself. */
function followLink(event: MouseEvent): void {
  const link = plainLinkOf(event);
  if (link === null || link.origin !== location.origin) return;
  // A place on the same page.
  if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search)
    return;
  event.preventDefault();
  visit(link.pathname + link.search + link.hash);
}
