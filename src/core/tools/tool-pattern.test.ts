import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPattern, patternKey, ToolIndex, type ToolPattern } from './tool-pattern.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';

/** metrics.md 2, word for word. */
function matches(pattern: ToolPattern, { server, name }: ToolRef): boolean {
  if (typeof pattern !== 'string') {
    return pattern.tool === name && (pattern.server === undefined || pattern.server === server);
  }
  return pattern === name || (server !== null && pattern === `${server}.${name}`);
}

function isMatch(pattern: ToolPattern, server: string | null, name: string): boolean {
  return new ToolIndex([[pattern]]).match({ server, name }).length === 1;
}

describe('which calls a pattern matches', () => {
  it.each<[string, ToolPattern, string | null, string, boolean]>([
    [
      'a qualified string is that tool of that server',
      'brave.web_search',
      'brave',
      'web_search',
      true,
    ],
    ['and of no other server', 'brave.web_search', 'bing', 'web_search', false],
    ['and of no unknown server', 'brave.web_search', null, 'web_search', false],
    ['a bare string is the name on any server', 'web_search', 'brave', 'web_search', true],
    ['a bare string is the name without a server', 'web_search', null, 'web_search', true],
    ['a bare string is not a server', 'brave', 'brave', 'web_search', false],
    ['a name with dots as it is', 'admin.tools.list', 'ops', 'admin.tools.list', true],
    ['a name with dots, without a server', 'admin.tools.list', null, 'admin.tools.list', true],
    ['a dot in the name: server admin', 'admin.tools.list', 'admin', 'tools.list', true],
    ['a dot in the server: server admin.tools', 'admin.tools.list', 'admin.tools', 'list', true],
    ['a qualified name with dots', 'ops.admin.tools.list', 'ops', 'admin.tools.list', true],
    ['a recorder that flattened the pair', 'google.search', null, 'google.search', true],
    ['the pair exactly', { server: 'a', tool: 'b.c' }, 'a', 'b.c', true],
    [
      'the pair, not another split of its spelling',
      { server: 'a', tool: 'b.c' },
      'a.b',
      'c',
      false,
    ],
    ['the pair, not the flattened name', { server: 'a', tool: 'b' }, null, 'a.b', false],
    ['the pair, never without a recorded server', { server: 'a', tool: 'b' }, null, 'b', false],
    ['{ tool } on any server', { tool: 'web.search' }, 'x', 'web.search', true],
    ['{ tool } without a server', { tool: 'web.search' }, null, 'web.search', true],
    ['{ tool } is no spelling of a pair', { tool: 'web.search' }, 'web', 'search', false],
    ['blanks and colons are part of a name', 'my server.get: it', 'my server', 'get: it', true],
    ['case is not folded', 'search', null, 'Search', false],
    ['a trailing blank is not trimmed', 'search', null, 'search ', false],
    ['a no-break space is not trimmed', 'search', null, 'search\u00a0', false],
    ['a Cyrillic e is not e', 'search', null, 's\u0435arch', false],
    ['a zero-width space is a character', 'search', null, 'sea\u200brch', false],
    ['a full-width letter is another letter', 'search', null, '\uff53earch', false],
    ['a bidi override is a character', 'search', null, '\u202esearch', false],
    ['composed is not decomposed', 'caf\u00e9', null, 'cafe\u0301', false],
    ['dots at the ends are part of the name', '.hidden.', null, '.hidden.', true],
    ['dots alone are a name', '...', null, '...', true],
  ])('%s', (_why, pattern, server, name, expected) => {
    expect(isMatch(pattern, server, name)).toBe(expected);
  });

  it.each(['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s is a name like any other, as tool and as server',
    (name) => {
      const index = new ToolIndex([['search']]);
      expect(index.match({ server: null, name })).toEqual([]);
      expect(index.match({ server: name, name: 'search' })).toEqual([0]);
      expect(isMatch(name, 's', name)).toBe(true);
      expect(isMatch(`${name}.${name}`, name, name)).toBe(true);
      expect(isMatch({ server: name, tool: name }, name, name)).toBe(true);
      expect(isMatch({ server: name, tool: name }, 'x', name)).toBe(false);
    },
  );

  const part = fc.stringMatching(/^[ab.]{1,4}$/);
  const tool = fc.record({ server: fc.option(part), name: part });
  const pattern: fc.Arbitrary<ToolPattern> = fc.oneof(
    part,
    fc.record({ tool: part }),
    fc.record({ server: part, tool: part }),
  );

  it('an index gives the slots, ascending, whose patterns match by definition', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(pattern, { maxLength: 3 }), { maxLength: 6 }),
        tool,
        (slots, item) => {
          const expected = slots.flatMap((patterns, slot) =>
            patterns.some((each) => matches(each, item)) ? [slot] : [],
          );
          expect(new ToolIndex(slots).match(item)).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('two tools that are printed alike are told apart by the exact pair and by nothing else', () => {
    fc.assert(
      fc.property(part, part, part, (x, y, z) => {
        const item = { server: `${x}.${y}`, name: z };
        const other = { server: x, name: `${y}.${z}` };
        expect(formatTool(item)).toBe(formatTool(other));
        expect(isMatch(formatTool(item), item.server, item.name)).toBe(true);
        expect(isMatch(formatTool(item), other.server, other.name)).toBe(true);
        expect(isMatch({ server: item.server, tool: item.name }, item.server, item.name)).toBe(
          true,
        );
        expect(isMatch({ server: item.server, tool: item.name }, other.server, other.name)).toBe(
          false,
        );
      }),
    );
  });
});

describe('pattern keys', () => {
  it('are equal for patterns that match the same calls', () => {
    expect(patternKey('search')).toBe(patternKey({ tool: 'search' }));
    expect(patternKey('a.b')).not.toBe(patternKey({ tool: 'a.b' }));
    expect(patternKey('a.b')).not.toBe(patternKey({ server: 'a', tool: 'b' }));
    expect(patternKey({ server: 'a', tool: 'b.c' })).not.toBe(
      patternKey({ server: 'a.b', tool: 'c' }),
    );
    expect(patternKey('[null,"x"]')).not.toBe(patternKey({ tool: 'x' }));
  });

  it('are equal only for such patterns', () => {
    const part = fc.stringMatching(/^[ab.]{1,3}$/);
    const pattern: fc.Arbitrary<ToolPattern> = fc.oneof(
      part,
      fc.record({ tool: part }),
      fc.record({ server: part, tool: part }),
    );
    const servers = [null, 'a', 'b', 'a.b', 'a.', '.a'];
    fc.assert(
      fc.property(pattern, pattern, (item, other) => {
        fc.pre(patternKey(item) === patternKey(other));
        for (const server of servers) {
          for (const name of [formatPattern(item), formatPattern(other), 'a', 'b', 'b.a']) {
            expect(matches(item, { server, name })).toBe(matches(other, { server, name }));
          }
        }
      }),
    );
  });
});

it('a tool is printed with its server, or by its name alone', () => {
  expect(formatTool({ server: 'http', name: 'get' })).toBe('http.get');
  expect(formatTool({ server: null, name: 'get' })).toBe('get');
  expect(formatPattern({ server: 'http', tool: 'get' })).toBe('http.get');
  expect(formatPattern({ tool: 'get' })).toBe('get');
});
