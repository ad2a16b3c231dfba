import { expect, it, test } from 'vitest';
import type { Json } from '../json/json.ts';
import { parseCatalog } from './parse-catalog.ts';

const TOOL = { name: 'search', description: 'Finds.', inputSchema: { type: 'object' } };

test.each<[string, Json, (string | null)[]]>([
  ['a list of tools', [TOOL, { name: 'get', server: 'http' }], [null, 'http']],
  ['{ tools }', { tools: [TOOL] }, [null]],
  ['the answer to tools/list', { jsonrpc: '2.0', id: 1, result: { tools: [TOOL] } }, [null]],
  [
    'a list of OpenAI tools',
    [{ type: 'function', function: { name: 'search', parameters: {} } }],
    [null],
  ],
  [
    'a list of servers',
    [
      { server_name: 'brave', tools: [TOOL] },
      { name: 'x', tools: [TOOL] },
    ],
    ['brave', 'x'],
  ],
  ['a map of servers', { brave: { tools: [TOOL] }, google: [TOOL] }, ['brave', 'google']],
  [
    'servers of one name',
    [
      { name: 'x', tools: [TOOL] },
      { name: 'x', tools: [TOOL] },
    ],
    ['x', 'x (2)'],
  ],
])('%s is a catalog', (_, value, servers) => {
  const parsed = parseCatalog(value);
  expect(parsed?.ok && parsed.tools.map(({ server }) => server)).toEqual(servers);
});

it('keeps description, schema and price in every spelling', () => {
  const parsed = parseCatalog([
    { ...TOOL, cost: 2 },
    {
      type: 'function',
      function: { name: 'b', description: 'B.', parameters: { type: 'object' } },
    },
  ]);
  expect(parsed?.ok && parsed.tools).toEqual([
    {
      server: null,
      name: 'search',
      description: 'Finds.',
      inputSchema: { type: 'object' },
      cost: 2,
    },
    { server: null, name: 'b', description: 'B.', inputSchema: { type: 'object' }, cost: null },
  ]);
});

test.each<[string, Json]>([
  ['a trace', { tool_calls: [{ name: 'a' }] }],
  ['a list of traces', [{ tool_calls: [] }]],
  ['a trace with its tools', { tool_calls: [], tools: [TOOL] }],
  ['an mcp.json', { mcpServers: { a: { command: 'x' } } }],
  ['nothing', []],
  ['a number', 7],
  ['messages', { messages: [{ role: 'user', content: 'x' }] }],
])('%s is no catalog', (_, value) => {
  expect(parseCatalog(value)).toBeNull();
});

it('refuses a catalog with a tool that cannot be one', () => {
  const parsed = parseCatalog([{ name: '' }, { name: 'a', description: 7 }]);
  expect(parsed?.ok).toBe(false);
});
