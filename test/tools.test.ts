import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type LoopbackOptions, startLoopbackModel } from './loopback-model/server.mjs';
import { type Ran, whichtool, workspace } from './support/cli.ts';

const FILESYSTEM = join(
  dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json'),
  ),
  'dist/index.js',
);

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

it('counts pairs across servers that read alike, as far as the flags say', async () => {
  const of = (server: string, text: string): object => ({
    server,
    tools: [{ name: 'search', description: text, input_schema: { properties: { query: {} } } }],
  });
  folder = workspace({
    'catalog.json': JSON.stringify([
      of('jira', 'Search content using a query language.'),
      of('wiki', 'Search content using a query language of pages.'),
    ]),
  });
  const codeOf = async (...flags: readonly string[]): Promise<number | null> => {
    const args = ['tools', 'catalog.json', '--max-confusable', '0', ...flags];
    return (await whichtool(args, { cwd: folder.path })).code;
  };
  expect(await codeOf('--min-likeness', '30')).toBe(0);
  expect(await codeOf('--min-likeness', '100')).toBe(1);
  expect(await codeOf('--min-likeness', '100', '--min-confusable', '100')).toBe(0);
});

it.each([
  [['tools'], 'TOOLS_NONE'],
  [['tools', 'empty.json'], 'TOOLS_NONE'],
  [['tools', 'odd.json'], 'CATALOG_UNUSABLE'],
  [['tools', 'catalog.json', '--max-confusable', 'x'], 'FLAG_MAX_CONFUSABLE'],
  [['tools', 'catalog.json', '--min-confusable', '101'], 'FLAG_MIN_CONFUSABLE'],
  [['tools', 'catalog.json', '--min-likeness', '0.7'], 'FLAG_MIN_LIKENESS'],
  [['tools', 'catalog.json', '--server', 'x'], 'FLAG_SERVER'],
  [['tools', 'mcp.json', '--server', 'files=x'], 'TOOLS_SERVER_TWICE'],
  [['tools', 'mcp.json', '--no-exec'], 'EXEC_REFUSED'],
  [['tools', 'catalog.json', '--reporter', 'csv'], 'FLAG_REPORTER'],
  [['init', '--servers', 'catalog.json'], 'INIT_SERVERS'],
  [['init', 'inner', '--servers', 'mcp.json'], 'INIT_SERVERS'],
  [['init', '--model', 'openai:m'], 'INIT_MODEL'],
  [['init', '--servers', 'mcp.json', '--base-url', 'http://127.0.0.1/v1'], 'INIT_MODEL'],
  [['init', '--servers', 'mcp.json', '--model', 'lexical'], 'INIT_MODEL'],
  [['init', '--servers', 'mcp.json', '--model', 'openai:a\ntests: []'], 'INIT_MODEL'],
  [['init', '--servers', 'mcp.json', '--model', 'openai-compatible:a'], 'INIT_MODEL'],
  [['init', '--servers', 'mcp.json', '--model', 'openai:a', '--max-calls', '0'], 'INIT_MODEL'],
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
  expect(suite.match(/# unreviewed: write what a user would say/g)).toHaveLength(26);
  expect(suite).toContain('    tools: select # nothing is executed;');
  expect(made.stdout).toContain('Nothing is executed (tools: select)');
  expect(suite).toContain('  - name: picks files.write_file # destructive by its server: ');
  expect(suite).not.toMatch(/picks files\.read_text_file #/);
  expect(suite).toContain('so no test demands them:\n# files.read_file, ');
  expect(suite).not.toContain('picks files.read_file\n');
  expect(await whichtool(['validate'], { cwd: folder.path })).toMatchObject({ code: 0 });
  const ran = await whichtool(['run', '--json'], { cwd: folder.path });
  const { tests } = JSON.parse(ran.stdout) as { tests: { verdict: string; errors: number }[] };
  expect(tests).toHaveLength(26);
  expect(tests.filter(({ errors }) => errors > 0)).toEqual([]);
  expect(tests.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThanOrEqual(24);
  const again = await whichtool(['init', '--servers', 'mcp.json'], { cwd: folder.path });
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('INIT_EXISTS');
});

/** A suite for one server, its prompts drafted by a model that answers so. */
async function initWithModel(script: LoopbackOptions): Promise<Ran & { suite: string | null }> {
  const files = { command: process.execPath, args: [FILESYSTEM, '.'] };
  folder = workspace({
    'mcp.json': JSON.stringify({ mcpServers: { files } }),
    'package.json': '{}',
  });
  const model = await startLoopbackModel(script);
  const args = ['init', '--servers', 'mcp.json', '--model', 'openai:gpt-5-mini'];
  args.push('--base-url', model.baseUrls.openai, '--api-key-env', 'MY_KEY');
  const env = { MY_KEY: 'sk-mine' };
  const ran = await whichtool(args, { cwd: folder.path, env });
  await model.close();
  const path = join(folder.path, 'whichtool.yaml');
  return { ...ran, suite: existsSync(path) ? readFileSync(path, 'utf8') : null };
}

function draftFor(user: string): string {
  const { tool } = JSON.parse(user.split('\n')[0] ?? '') as { tool: string };
  const words = tool.replaceAll('_', ' ');
  return JSON.stringify({
    prompts: ['please', 'now', 'in /tmp/a.txt'].map((w) => `${words} ${w}`),
  });
}

it('has a model draft three prompts per tool, the same file every time', async () => {
  const script: LoopbackOptions = {
    key: 'sk-mine',
    decide: ({ user }) => ({ text: draftFor(user) }),
  };
  const made = await initWithModel(script);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('openai:gpt-5-mini drafted prompts for 13 of 13 tools');
  const marked = /    prompt: .+ # drafted by openai:gpt-5-mini, unreviewed\n/g;
  expect(made.suite?.match(marked)).toHaveLength(39);
  expect(made.suite).toContain('name: picks files.read_text_file (3)\n');
  const cwd = folder.path;
  expect(await whichtool(['validate'], { cwd })).toMatchObject({ code: 0 });
  const ran = await whichtool(['run', '--json'], { cwd });
  const { tests } = JSON.parse(ran.stdout) as { tests: { verdict: string; errors: number }[] };
  expect(tests.filter(({ errors }) => errors > 0)).toEqual([]);
  folder.remove();
  expect((await initWithModel(script)).suite).toBe(made.suite);
});

it('keeps the description of a tool whose drafts fail, and says so', async () => {
  const made = await initWithModel({
    decide: ({ user }) => ({ text: user.includes('"move_file"') ? 'No.' : draftFor(user) }),
  });
  expect(made.code).toBe(0);
  expect(made.stderr).toMatch(
    /^warning: no prompts were drafted for files\.move_file: .+ \[DRAFT_FAILED\]/,
  );
  expect(made.stdout).toContain('for 12 of 13 tools');
  expect(made.suite?.match(/# unreviewed: write what a user would say/g)).toHaveLength(1);
});

it('writes nothing where the model does not let us in, and shows no key', async () => {
  const made = await initWithModel({ key: 'another' });
  expect(made).toMatchObject({ code: 2, stdout: '', suite: null });
  expect(made.stderr).toContain('[MODEL_KEY]');
  expect(made.stderr).not.toContain('sk-mine');
});
