import { describe, expect, it } from 'vitest';
import { guardRequest, hostNames, LOOPBACK_NAMES, type RequestOrigin } from './guard-request.ts';

const HOSTS = hostNames(4000, LOOPBACK_NAMES);

const FETCH: RequestOrigin = {
  method: 'GET',
  target: '/api/v1/runs',
  host: '127.0.0.1:4000',
  origin: null,
  fetchSite: 'same-origin',
  fetchMode: 'cors',
  contentType: null,
  credential: 'cookie',
};

function statusOf(change: Partial<RequestOrigin>): number | null {
  return guardRequest({ ...FETCH, ...change }, HOSTS)?.status ?? null;
}

describe('a request of the page itself', () => {
  it.each(['127.0.0.1:4000', 'localhost:4000', 'LOCALHOST:4000', '[::1]:4000'])(
    'is served under the name %s',
    (host) => {
      expect(statusOf({ host })).toBeNull();
      expect(statusOf({ host, method: 'POST', origin: `http://${host}` })).toBeNull();
    },
  );

  it('may change something without a header of its own, where the browser says where it comes from', () => {
    expect(statusOf({ method: 'POST' })).toBeNull();
    expect(
      statusOf({ method: 'POST', fetchSite: null, origin: 'http://127.0.0.1:4000' }),
    ).toBeNull();
  });
});

describe('a request of another site', () => {
  it.each([null, '', 'evil.example', 'evil.example:4000', 'localhost.evil:4000', '127.0.0.1:4001'])(
    'is not served under the name %s, reads included',
    (host) => {
      expect(statusOf({ host })).toBe(421);
      expect(statusOf({ host, method: 'POST' })).toBe(421);
    },
  );

  it('is not served by an absolute request target', () => {
    expect(statusOf({ target: 'http://evil.example/api/v1/runs' })).toBe(400);
  });

  it.each([
    'null',
    'http://evil.example',
    'http://127.0.0.1:4001',
    'https://127.0.0.1:4000',
    'file://',
  ])('is not served with the origin %s', (origin) => {
    expect(statusOf({ origin })).toBe(403);
    expect(statusOf({ origin, method: 'POST', credential: 'header' })).toBe(403);
  });

  it.each(['cross-site', 'same-site', 'none'])('cannot fetch as %s', (fetchSite) => {
    expect(statusOf({ fetchSite })).toBe(403);
    expect(statusOf({ fetchSite, fetchMode: 'no-cors' })).toBe(403);
  });

  it('can link to a page, but not post to it', () => {
    expect(statusOf({ fetchSite: 'cross-site', fetchMode: 'navigate' })).toBeNull();
    expect(statusOf({ fetchSite: 'cross-site', fetchMode: 'navigate', method: 'POST' })).toBe(403);
  });

  it('cannot change something with the cookie alone', () => {
    expect(statusOf({ method: 'POST', fetchSite: null, fetchMode: null })).toBe(403);
  });
});

it('takes requests of programs that send a token', () => {
  const program = { fetchSite: null, fetchMode: null, credential: 'header' } as const;
  expect(statusOf(program)).toBeNull();
  expect(statusOf({ ...program, method: 'POST' })).toBeNull();
});
