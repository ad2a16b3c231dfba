/** What a visitor is recognised by, and where it was found. */
export interface Credential {
  readonly kind: 'cookie' | 'header' | 'address' | null;
  readonly token: string | null;
}

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** The token of a request: in its `Authorization`, in the address of a link, or in the cookie that a link has set. */
export function findCredential(request: Request, port: number): Credential {
  const header = /^Bearer (\S+)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (header !== undefined) return { kind: 'header', token: header };
  const address = new URL(request.url).searchParams.get('token');
  if (address !== null && request.method === 'GET') return { kind: 'address', token: address };
  const cookie = readCookie(request.headers.get('Cookie') ?? '', cookieName(port));
  return cookie === null ? { kind: null, token: null } : { kind: 'cookie', token: cookie };
}

/** The cookie that keeps a visitor signed in who opened a link; null for other requests. */
export function sessionCookie(request: Request, port: number): string | null {
  const { kind, token } = findCredential(request, port);
  if (kind !== 'address' || token === null) return null;
  const value = encodeURIComponent(token);
  return `${cookieName(port)}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${MAX_AGE_SECONDS}`;
}

/** Browsers share cookies between the ports of a host. */
function cookieName(port: number): string {
  return `whichtool-${port}`;
}

function readCookie(text: string, name: string): string | null {
  for (const part of text.split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key !== name || value === undefined) continue;
    try {
      return decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return null;
}
