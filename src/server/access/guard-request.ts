/** Why a request is turned away before it reaches a route. */
export interface Refusal {
  readonly status: 400 | 403 | 415 | 421;
  readonly reason: string;
}

/** The parts of a request that a browser sets and a page cannot forge. */
export interface RequestOrigin {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  readonly host: string | null;
  readonly origin: string | null;
  readonly fetchSite: string | null;
  readonly fetchMode: string | null;
  readonly contentType: string | null;
  /** How the visitor was recognised: a cookie is sent by the browser without the page's doing. */
  readonly credential: 'cookie' | 'header' | 'address' | null;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Rejects requests that another site had a browser send: by name (DNS rebinding), by origin, or with the cookie of the
 * visitor. Reads are checked as well, because traces are confidential.
 */
export function guardRequest(request: RequestOrigin, hosts: ReadonlySet<string>): Refusal | null {
  const { method, target, host, origin, fetchSite, fetchMode, credential } = request;
  if (!target.startsWith('/')) return { status: 400, reason: 'the request target is not a path' };
  if (host === null || !hosts.has(host.toLowerCase()))
    return { status: 421, reason: 'this server does not have that name' };
  if (origin !== null && !hosts.has(hostOf(origin)))
    return { status: 403, reason: 'the request comes from another origin' };
  // Opening a link is a navigation, wherever it was clicked. Its answer is not readable by the other site.
  const isNavigation = SAFE_METHODS.has(method) && fetchMode === 'navigate';
  if (fetchSite !== null && fetchSite !== 'same-origin' && !isNavigation)
    return { status: 403, reason: 'the request comes from another site' };
  if (SAFE_METHODS.has(method)) return null;
  if (credential === 'cookie' && fetchSite === null && origin === null)
    return { status: 403, reason: 'a request that changes something says where it comes from' };
  return null;
}

/** The host and port of an origin; empty for `null` and what is not an http origin. */
function hostOf(origin: string): string {
  return /^http:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? '';
}

/** The names that a server on this port answers to. */
export function hostNames(port: number, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => `${name.toLowerCase()}:${port}`));
}

/** The names of this machine for itself. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
