import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { type ReadCatalog, readCatalog } from './read-catalog.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'whichtool-catalog-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function read(value: unknown): Promise<ReadCatalog> {
  const path = join(folder, 'tools.json');
  writeFileSync(path, JSON.stringify(value));
  return readCatalog(path, 'tools.json');
}

const TOOL = { name: 'get', inputSchema: { type: 'object' } };

test.each([
  ['a list of tools', [TOOL], null],
  ['{ tools }', { tools: [TOOL] }, null],
  ['the answer to tools/list', { jsonrpc: '2.0', id: 1, result: { tools: [TOOL] } }, null],
  [
    'tools of OpenAI',
    [{ type: 'function', function: { name: 'get', parameters: { type: 'object' } } }],
    null,
  ],
  ['a list of servers', [{ server_name: 'http', tools: [TOOL] }], 'http'],
  ['a map of servers', { http: { tools: [TOOL] } }, 'http'],
])('%s is a catalog', async (_, value, server) => {
  expect(await read(value)).toEqual({
    ok: true,
    tools: [
      { server, name: 'get', description: null, inputSchema: { type: 'object' }, cost: null },
    ],
  });
});

it('may be empty', async () => {
  for (const value of [[], { tools: [] }])
    expect(await read(value)).toEqual({ ok: true, tools: [] });
});

const TOOL_SHAPE = 'a tool is { "name", "description", "input_schema" }';

test.each([
  [[TOOL, { server: 'x' }], `tools.json: /tools/1/name name is missing; ${TOOL_SHAPE}`],
  [{ tools: [7] }, `tools.json: /tools/0 a tool must be an object, not a number; ${TOOL_SHAPE}`],
  [
    [{ name: 'a', description: 7 }],
    `tools.json: /tools/0/description description must be text, not a number; ${TOOL_SHAPE}`,
  ],
  [
    { http: 1 },
    'tools.json: a catalog is JSON: a list of tools, { "tools": […] }, or servers with their tools',
  ],
])('%j is refused with what is wrong', async (value, message) => {
  expect(await read(value)).toEqual({ ok: false, issues: [{ code: 'SUITE_CATALOG', message }] });
});
