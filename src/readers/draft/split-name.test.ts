import type { ToolSpec } from '#core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameSplitter } from './split-name.ts';

function tool(server: string | null, name: string): ToolSpec {
  return { server, name, description: null, inputSchema: null, cost: null };
}

describe('a joined name', () => {
  it.each([
    ['get_weather', null, 'get_weather', false],
    ['mcp__weather__get_weather', 'weather', 'get_weather', false],
    ['mcp__a__b__c', 'a', 'b__c', true],
    ['mcp__a___b', 'a', '_b', true],
    ['mcp__alone', null, 'mcp__alone', false],
    ['mcp__a__', null, 'mcp__a__', false],
    ['mcp__', null, 'mcp__', false],
  ])('%s is split where nothing is known of the servers', (raw, server, name, guessed) => {
    expect(new NameSplitter([], []).split(raw)).toEqual({ server, name, guessed });
  });

  it('goes by the servers that are known, the longest first, as they call themselves', () => {
    const splitter = new NameSplitter(['a', 'a__b', 'pure.md MCP server'], []);
    expect(splitter.split('mcp__a__b__c')).toEqual({ server: 'a__b', name: 'c', guessed: false });
    expect(splitter.split('mcp__a__x')).toEqual({ server: 'a', name: 'x', guessed: false });
    expect(splitter.split('mcp__pure_md_MCP_server__get')).toEqual({
      server: 'pure.md MCP server',
      name: 'get',
      guessed: false,
    });
  });

  it('goes by the catalog before anything else, and gives the name as the server has it', () => {
    const splitter = new NameSplitter(['a'], [tool('a', 'b.c'), tool(null, 'plain')]);
    expect(splitter.split('mcp__a__b_c')).toEqual({ server: 'a', name: 'b.c', guessed: false });
  });

  it('is never lost: server and name together give it back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c_]{0,12}$/), (rest) => {
        const raw = `mcp__${rest}`;
        const { server, name } = new NameSplitter([], []).split(raw);
        expect(server === null ? name : `mcp__${server}__${name}`).toBe(raw);
        expect(name).not.toBe('');
      }),
    );
  });
});
