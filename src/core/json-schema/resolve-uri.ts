interface UriParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

const URI = /^(?:([^:/?]+):)?(?:\/\/([^/?]*))?([^?]*)(?:\?([\s\S]*))?$/;

function parse(uri: string): UriParts {
  const [, scheme, authority, path = '', query] = URI.exec(uri) ?? [];
  return { scheme, authority, path, query };
}

/** A reference seen from a base, both without fragments (RFC 3986, section 5.2). */
export function resolveUri(base: string, reference: string): string {
  const to = parse(reference);
  if (to.scheme !== undefined) return format({ ...to, path: withoutDots(to.path) });
  const from = parse(base);
  if (to.authority !== undefined) {
    return format({ ...to, scheme: from.scheme, path: withoutDots(to.path) });
  }
  if (to.path === '') return format({ ...from, query: to.query ?? from.query });
  return format({ ...from, path: withoutDots(merge(from, to.path)), query: to.query });
}

function merge(from: UriParts, path: string): string {
  if (path.startsWith('/')) return path;
  if (from.authority !== undefined && from.path === '') return `/${path}`;
  return from.path.slice(0, from.path.lastIndexOf('/') + 1) + path;
}

const DOTS = /(?:^|\/)\.\.?(?:\/|$)/;

function withoutDots(path: string): string {
  if (!DOTS.test(path)) return path;
  const segments = path.split('/');
  const last = segments.at(-1);
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') {
      // The empty segment before a leading slash stays.
      if (kept.length > 1 || (kept.length === 1 && kept[0] !== '')) kept.pop();
    } else if (segment !== '.') {
      kept.push(segment);
    }
  }
  if (last === '.' || last === '..') kept.push('');
  return kept.join('/');
}

function format({ scheme, authority, path, query }: UriParts): string {
  return [
    scheme === undefined ? '' : `${scheme}:`,
    authority === undefined ? '' : `//${authority}`,
    path,
    query === undefined ? '' : `?${query}`,
  ].join('');
}
