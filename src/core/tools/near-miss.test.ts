import { describe, expect, it } from 'vitest';
import { explainNearMiss } from './near-miss.ts';
import type { ToolPattern } from './tool-pattern.ts';

function hint(
  server: string | null,
  name: string,
  ...patterns: readonly ToolPattern[]
): string | null {
  return explainNearMiss({ server, name }, patterns);
}

describe('a near miss is explained', () => {
  it.each([
    ['Search', 'search', 'looks like search, but the case differs'],
    ['search ', 'search', 'looks like search, but the blanks differ'],
    ['search\u00a0', 'search', 'looks like search, but the blanks differ'],
    [
      'brave_web_search',
      'brave.web_search',
      'looks like brave.web_search, but the separators differ',
    ],
    ['web search', 'web_search', 'looks like web_search, but the separators differ'],
    ['web-search', 'web_search', 'looks like web_search, but the separators differ'],
    ['cafe\u0301', 'caf\u00e9', 'looks like caf\u00e9, but the Unicode form differs'],
    ['sea\u200brch', 'search', 'looks like search, but an invisible character differs'],
    ['\u202esearch', 'search', 'looks like search, but an invisible character differs'],
    ['s\u0435arch', 'search', 'looks like search, but some letters only look alike'],
    ['\uff53\uff45\uff41rch', 'search', 'looks like search, but some letters only look alike'],
    ['S\u0435arch ', 'search', 'looks like search, but some letters only look alike'],
  ])('%j for %j', (name, pattern, expected) => {
    expect(hint(null, name, pattern)).toBe(expected);
  });

  it('when the server was not recorded', () => {
    const unknown = 'the server was not recorded, so this is not known to be google.search';
    expect(hint(null, 'search', 'google.search')).toBe(unknown);
    expect(hint(null, 'search', { server: 'google', tool: 'search' })).toBe(unknown);
  });

  it('when the server is another one', () => {
    const other = 'same name as google.search, on another server';
    expect(hint('bing', 'search', 'google.search')).toBe(other);
    expect(hint('bing', 'search', { server: 'google', tool: 'search' })).toBe(other);
  });

  it('with the server when that is what differs by case', () => {
    expect(hint('Google', 'search', 'google.search')).toBe(
      'looks like google.search, but the case differs',
    );
  });

  it('for the first pattern that is close', () => {
    expect(hint(null, 'FETCH', 'search', 'fetch', 'Fetch')).toBe(
      'looks like fetch, but the case differs',
    );
  });
});

describe('no near miss is claimed', () => {
  it('for names that are simply different, or where there is nothing to compare with', () => {
    expect(hint(null, 'shell', 'search')).toBeNull();
    expect(hint('a', 'exec', 'search', { server: 'a', tool: 'read' })).toBeNull();
    expect(hint('a', 'exec')).toBeNull();
  });

  it('by letters that runtimes fold differently: hints are part of the bytes of a report', () => {
    // U+113C2 twice is composed by newer versions of Unicode only.
    expect(hint(null, 'x\u{113c2}\u{113c2}', 'x\u{113c5}')).toBeNull();
  });
});
