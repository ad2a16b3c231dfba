/** TLS of PostgreSQL that is demanded, not only tried. */
const DEMANDS_TLS = /^(?:require|verify-ca|verify-full)$/;

/** What is said of servers on other hosts that others may read or use. */
export function exposedServers(queue: string, store: string): readonly string[] {
  return [...exposedQueue(queue), ...exposedStore(store)];
}

function exposedQueue(address: string): readonly string[] {
  const url = remoteUrl(address);
  if (url === null) return [];
  const lacks = [
    ...(url.protocol === 'rediss:' ? [] : ['TLS']),
    ...(url.password === '' ? ['password'] : []),
  ];
  if (lacks.length === 0) return [];
  return [`the queue at ${url.host} has no ${lacks.join(' and no ')}: write rediss://:password@…`];
}

/** Passwords of PostgreSQL may be elsewhere, such as in the environment. */
function exposedStore(address: string): readonly string[] {
  const url = remoteUrl(address);
  if (url === null || DEMANDS_TLS.test(url.searchParams.get('sslmode') ?? '')) return [];
  return [`the store at ${url.host} is read without TLS: add ?sslmode=verify-full`];
}

/** An address on another host; null for files and for servers of this machine. */
function remoteUrl(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = /^(?:|localhost|127(?:\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '');
  return isHere ? null : url;
}
