import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { whichtool, workspace } from './support/cli.ts';

const FILESYSTEM = join(
  dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json'),
  ),
  'dist/index.js',
);
const TOUCAN = new URL('../../shared/data/toucan/servers_with_tools.json', import.meta.url);

const MCP_JSON = JSON.stringify({
  mcpServers: {
    files: { command: process.execPath, args: [FILESYSTEM, '.'] },
    again: { command: process.execPath, args: [FILESYSTEM, '.'] },
  },
});

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

interface Shown {
  readonly servers: readonly { server: string; tools: number }[];
  readonly tools: readonly { server: string; name: string; tokens: number }[];
  readonly sets: readonly { name: string; members: readonly object[] }[];
  readonly issues: readonly { code: string; severity: string }[];
}

it('lists the tools of real MCP servers and finds those that do the same job', async () => {
  folder = workspace({ 'mcp.json': MCP_JSON });
  const ran = await whichtool(['tools', 'mcp.json', '--json'], { cwd: folder.path });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const shown = JSON.parse(ran.stdout) as Shown;
  expect(shown.servers).toMatchObject([
    { server: 'files', tools: 14 },
    { server: 'again', tools: 14 },
  ]);
  expect(shown.sets).toHaveLength(14);
  expect(shown.sets.map(({ name }) => name)).toContain('read_file');
});

it('starts a server of the command line', async () => {
  folder = workspace({});
  const server = `files="${process.execPath}" "${FILESYSTEM}" .`;
  const ran = await whichtool(['tools', '--server', server], { cwd: folder.path });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain('files.read_text_file');
  expect(ran.stdout).toContain('files.list_directory and list_directory_with_sizes');
});

it('lists the other servers where one does not start, and says so', async () => {
  folder = workspace({});
  const good = `files="${process.execPath}" "${FILESYSTEM}" .`;
  const bad = 'broken=no-such-program-anywhere';
  const ran = await whichtool(['tools', '--server', good, '--server', bad, '--json'], {
    cwd: folder.path,
  });
  expect(ran.code).toBe(3);
  const shown = JSON.parse(ran.stdout) as Shown;
  expect(shown.tools).toHaveLength(14);
  expect(shown.issues).toMatchObject([{ severity: 'error' }]);
});

it('reads the tools that traces were offered', async () => {
  const trace = { tool_calls: [{ name: 'a' }], tools: [{ name: 'a' }, { name: 'b', server: 's' }] };
  folder = workspace({ 'runs.jsonl': `${JSON.stringify(trace)}\n${JSON.stringify(trace)}\n` });
  const ran = await whichtool(['tools', 'runs.jsonl', '--json'], { cwd: folder.path });
  const shown = JSON.parse(ran.stdout) as Shown;
  expect(shown.tools).toMatchObject([{ name: 'a' }, { name: 'b', server: 's' }]);
});

it.each([
  [['tools'], 'TOOLS_NONE'],
  [['tools', 'empty.json'], 'TOOLS_NONE'],
  [['tools', 'odd.json'], 'CATALOG_UNUSABLE'],
  [['tools', 'catalog.json', '--max-confusable', 'x'], 'FLAG_MAX_CONFUSABLE'],
  [['tools', 'catalog.json', '--server', 'x'], 'FLAG_SERVER'],
  [['tools', 'mcp.json', '--server', 'files=x'], 'TOOLS_SERVER_TWICE'],
  [['tools', 'mcp.json', '--no-exec'], 'EXEC_REFUSED'],
  [['tools', 'catalog.json', '--reporter', 'csv'], 'FLAG_REPORTER'],
  [['init', '--servers', 'catalog.json'], 'INIT_SERVERS'],
  [['init', 'inner', '--servers', 'mcp.json'], 'INIT_SERVERS'],
])('refuses %j with %s', async (args, code) => {
  folder = workspace({
    'mcp.json': MCP_JSON,
    'catalog.json': '[{"name":"a"}]',
    'odd.json': '[{"name":"a","description":7}]',
    'empty.json': '{"tool_calls":[]}',
    'inner/package.json': '{}',
  });
  const ran = await whichtool(args, { cwd: folder.path });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(`[${code}]`);
});

it('writes a suite for servers that validates and runs with the lexical agent', async () => {
  folder = workspace({ 'mcp.json': MCP_JSON, 'package.json': '{}' });
  const made = await whichtool(['init', '--servers', 'mcp.json'], { cwd: folder.path });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('28 tools of 2 servers, 14 likely classes');
  const suite = readFileSync(join(folder.path, 'whichtool.yaml'), 'utf8');
  expect(suite).toContain('servers: mcp.json\n');
  expect(suite.match(/# unreviewed: write what a user would say/g)).toHaveLength(28);
  expect(await whichtool(['validate'], { cwd: folder.path })).toMatchObject({ code: 0 });
  const ran = await whichtool(['run', '--json'], { cwd: folder.path });
  const { tests } = JSON.parse(ran.stdout) as { tests: { verdict: string; errors: number }[] };
  expect(tests).toHaveLength(28);
  expect(tests.filter(({ errors }) => errors > 0)).toEqual([]);
  // Of the deprecated read_file its description says no more than that of read_text_file.
  expect(tests.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThanOrEqual(26);
  const again = await whichtool(['init', '--servers', 'mcp.json'], { cwd: folder.path });
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('INIT_EXISTS');
});

it.skipIf(!existsSync(TOUCAN))('finds its way through thousands of tools', async () => {
  folder = workspace({ 'toucan.json': readFileSync(TOUCAN, 'utf8') });
  const ran = await whichtool(['tools', 'toucan.json', '--json'], { cwd: folder.path });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const shown = JSON.parse(ran.stdout) as Shown;
  expect(shown.tools).toHaveLength(6044);
  expect(shown.servers).toHaveLength(870);
  expect(shown.sets.length).toBeGreaterThan(500);
});
