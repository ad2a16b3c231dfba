import { expect, it } from 'vitest';
import { type McpJson, readMcpJson } from './read-mcp-json.ts';

const VARIABLES = new Map([['KEY', 'value of key']]);

function read(value: unknown): McpJson {
  return readMcpJson(typeof value === 'string' ? value : JSON.stringify(value), {
    file: 'mcp.json',
    folder: '/project',
    restart: 'per_run',
    env: (name) => VARIABLES.get(name),
  });
}

const messages = (value: unknown): string[] => read(value).issues.map(({ message }) => message);
const item = (server: unknown): unknown => ({ mcpServers: { s: server } });

it('reads the file of Claude Desktop and Cursor', () => {
  const { servers, issues } = read({
    mcpServers: {
      files: { command: 'npx', args: ['-y', 'some-server', '/tmp'], env: { KEY: 'x' } },
      remote: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${KEY}' } },
    },
  });
  expect(issues).toEqual([]);
  expect([...servers]).toEqual([
    [
      'files',
      {
        kind: 'stdio',
        command: 'npx',
        args: ['-y', 'some-server', '/tmp'],
        env: { KEY: 'x' },
        cwd: '/project',
        restart: 'per_run',
      },
    ],
    [
      'remote',
      {
        kind: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer value of key' },
        restart: 'per_run',
      },
    ],
  ]);
});

it('reads the file of VS Code, with comments and commas at the end, and its settings', () => {
  const text = `\uFEFF{
    // the servers "of" this project
    "inputs": [],
    "servers": {
      "a": { "type": "stdio", "command": "a", "cwd": "\${workspaceFolder}/x", "args": ["// no comment, ]", "/*"], }, /* one
      more */
    },
  }`;
  expect(read(text).issues).toEqual([]);
  expect(read(text).servers.get('a')).toMatchObject({
    command: 'a',
    args: ['// no comment, ]', '/*'],
    cwd: '/project/x',
  });
  expect(read({ mcp: { servers: { b: { command: 'b' } } } }).servers.has('b')).toBe(true);
});

it('fills in variables of the environment, and says which cannot be', () => {
  const { servers } = read(
    item({ command: 'c', args: ['${KEY}', '${env:KEY}', '${NONE:-else}', '$KEY'] }),
  );
  expect(servers.get('s')).toMatchObject({
    args: ['value of key', 'value of key', 'else', '$KEY'],
  });
  expect(messages(item({ command: 'c', env: { A: '${NONE}', B: '${input:key}' } }))).toEqual([
    'server "s" needs the variable NONE, which is not set',
    'server "s" uses ${input:key}, which cannot be filled in here',
  ]);
  expect(read(item({ command: '${NONE}' })).servers.size).toBe(0);
});

it.each([
  ['', 'is not JSON'],
  ['{"mcpServers": {}, "mcpServers": {}}', 'is not JSON'],
  [[], 'has no object `mcpServers` or `servers`'],
  [{ mcpServers: [] }, 'has no object `mcpServers` or `servers`'],
  [item(7), 'server "s" must be an object'],
  [item({}), 'server "s" has neither a command nor a url'],
  [item({ command: [] }), 'server "s" must have text as command'],
  [item({ command: 'c', args: 'a b' }), 'server "s" must have a list as args'],
  [item({ command: 'c', args: [{}] }), 'server "s" must have text as args/0'],
  [item({ command: 'c', env: 'A=B' }), 'server "s" must have an object as env'],
  [
    item({ url: 'file:///etc/passwd' }),
    'server "s" must have a url that begins with http:// or https://',
  ],
  [item({ type: 'http' }), 'server "s" must have a url that begins with http:// or https://'],
  [item({ command: 'c', disabled: true }), 'server "s" is disabled and was left out'],
  [item({ command: 'c', envFile: '.env' }), 'server "s" has a key "envFile" that is not read'],
  [{ mcpServers: { '': { command: 'c' } } }, 'server "" name is empty'],
])('says what is odd about %j', (value, words) => {
  const { issues } = read(value);
  expect(issues.map(({ message }) => message).join('\n')).toContain(words);
  expect(issues.every(({ code, where }) => code === 'MCP_JSON' && where?.file === 'mcp.json')).toBe(
    true,
  );
});

it('reads servers of any name', () => {
  const { servers } = read(
    '{"mcpServers": {"__proto__": {"command": "c"}, "constructor": {"command": "d"}}}',
  );
  expect([...servers.keys()]).toEqual(['__proto__', 'constructor']);
});
