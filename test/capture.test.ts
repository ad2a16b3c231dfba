import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { CLI, whichtool, workspace } from './support/cli.ts';
import { isFull } from './support/full.ts';

const ROOT = resolve(import.meta.dirname, '..');
const AGENT = join(ROOT, 'test/capture-agents/agent.mjs');
const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const FILES = join(ROOT, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');

interface Call {
  readonly server?: string;
  readonly tool: string;
  readonly args: object;
  readonly spelled?: string;
  readonly isSilent?: boolean;
}
interface Native {
  readonly tool_calls: readonly Record<string, unknown>[];
  readonly tools?: readonly { readonly server: string; readonly name: string }[];
  readonly [member: string]: unknown;
}

/** What every scenario has: two real servers over stdio and a file to read. */
function scenario(): {
  path: string;
  servers: Record<string, object>;
  write: (name: string, text: string) => void;
} {
  const space = workspace({ 'note.txt': 'a note' });
  onTestFinished(() => space.remove());
  const servers = {
    everything: { command: process.execPath, args: [EVERYTHING] },
    files: { command: process.execPath, args: [FILES, space.path] },
  };
  space.write('mcp.json', JSON.stringify({ mcpServers: servers }));
  const { path } = space;
  return { path, servers, write: (name, text) => space.write(name, text) };
}

const CALLS: readonly Call[] = [
  { server: 'everything', tool: 'echo', args: { message: 'hi' }, spelled: 'mcp__everything__echo' },
  { tool: 'local', args: { x: 1 } },
  { server: 'files', tool: 'read_text_file', args: { path: '/nowhere' }, isSilent: true },
  { server: 'everything', tool: 'get-sum', args: { a: 1, b: 2 } },
];

/** Captures a script of Node's, with the servers of the scenario. */
function capture(
  cwd: string,
  flags: readonly string[],
  ...script: readonly string[]
): ReturnType<typeof whichtool> {
  const args = ['--mcp-config', 'mcp.json', ...flags, '--', process.execPath, ...script];
  return whichtool(['capture', ...args], { cwd });
}

const planOf = (plan: object): string => JSON.stringify(plan);
const toolsOf = ({ tool_calls: calls }: Native): unknown[] =>
  calls.map(({ server, name, status }) => [server, name, status]);
const readJson = (...path: string[]): Native =>
  JSON.parse(readFileSync(join(...path), 'utf8')) as Native;

/** Each exporter and each compression; at the full level with each other. */
const EXPORTS = [
  ['http', 'gzip'],
  ['proto', undefined],
  ...(isFull ? [['http', undefined] as const, ['proto', 'gzip'] as const] : []),
] as const;

it.each(EXPORTS)(
  'catches spans (%s, %s) and MCP calls as one run',
  async (exporter, compression) => {
    const { path } = scenario();
    const ran = await capture(
      path,
      ['--out', 'run.json'],
      AGENT,
      planOf({ exporter, compression, calls: CALLS }),
    );
    expect(ran.code).toBe(0);
    expect(ran.stderr).toBe(
      '4 calls caught: everything 2, (no server) 1, files 1\nwritten to run.json (17 messages of MCP)\n',
    );
    const trace = readJson(path, 'run.json');
    expect(trace).toMatchObject({
      agent: 'planner',
      usage: { input_tokens: 30, output_tokens: 6 },
    });
    expect(trace.tool_calls).toMatchObject([
      {
        server: 'everything',
        name: 'echo',
        raw_name: 'mcp__everything__echo',
        id: 'call_1',
        arguments: { message: 'hi' },
        status: 'ok',
      },
      { name: 'local', arguments: { x: 1 } },
      { server: 'files', name: 'read_text_file', arguments: { path: '/nowhere' }, status: 'error' },
      { server: 'everything', name: 'get-sum', arguments: { a: 1, b: 2 }, status: 'ok' },
    ]);
  },
);

it('changes nothing for the program: same results with and without', async () => {
  const { path, write } = scenario();
  const calls: Call[] = [
    { server: 'files', tool: 'read_text_file', args: { path: join(path, 'note.txt') } },
    {
      server: 'files',
      tool: 'write_file',
      args: { path: join(path, 'big'), content: 'é'.repeat(2e6) },
    },
    { server: 'files', tool: 'read_text_file', args: { path: join(path, 'big') } },
    { server: 'everything', tool: 'nonsense', args: {} },
  ];
  write('plan.json', planOf({ calls }));
  const alone = spawn(process.execPath, [AGENT, '@plan.json', 'mcp.json'], {
    cwd: path,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let direct = '';
  alone.stdout.setEncoding('utf8').on('data', (text: string) => (direct += text));
  await once(alone, 'close');
  const ran = await capture(path, ['--out', 'run.json'], AGENT, '@plan.json', '{mcp_config}');
  expect(ran.stdout).toBe(direct);
  expect(JSON.parse(direct)).toHaveLength(4);
  const trace = readJson(path, 'run.json');
  expect(toolsOf(trace)).toEqual([
    ['files', 'read_text_file', 'ok'],
    ['files', 'write_file', 'ok'],
    ['files', 'read_text_file', 'ok'],
    ['everything', 'nonsense', 'error'],
  ]);
  expect(trace.tool_calls[1]?.['arguments']).toEqual(calls[1]?.args);
  // What servers list is what was offered.
  expect(new Set(trace.tools?.map(({ server }) => server))).toEqual(
    new Set(['files', 'everything']),
  );
});

let remote: ChildProcess;
let port = 0;
beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  ({ port } = probe.address() as { port: number });
  probe.close();
  await once(probe, 'close');
  remote = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((done) => {
    remote.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('listening')) done();
    });
    remote.once('exit', () => done());
  });
});
afterAll(() => {
  remote.kill('SIGKILL');
});

it('catches calls over streamable HTTP, of servers named on the command line', async () => {
  const { path } = scenario();
  const calls: Call[] = [
    { server: 'remote', tool: 'echo', args: { message: 'hi' } },
    { server: 'files', tool: 'list_directory', args: { path } },
    { server: 'remote', tool: 'get-sum', args: { a: 1, b: 2 } },
  ];
  const ran = await capture(
    path,
    ['--server', `remote=http://127.0.0.1:${port}/mcp`],
    AGENT,
    planOf({ calls }),
  );
  expect(ran.code).toBe(0);
  // The trace has stdout for itself; what the program prints goes to stderr.
  expect(toolsOf(JSON.parse(ran.stdout) as Native)).toEqual([
    ['remote', 'echo', 'ok'],
    ['files', 'list_directory', 'ok'],
    ['remote', 'get-sum', 'ok'],
  ]);
  expect(ran.stderr).toContain('Echo: hi');
  expect(ran.stderr).toContain('3 calls caught: remote 2, files 1');
});

it('passes the exit code of a program on that crashed, and keeps what it did', async () => {
  const { path } = scenario();
  const calls = [{ server: 'files', tool: 'list_allowed_directories', args: {} }];
  const ran = await capture(path, [], AGENT, planOf({ calls, crash: 7 }));
  expect(ran.code).toBe(7);
  const trace = JSON.parse(ran.stdout) as Native;
  expect(trace['error']).toBe('the program ended with code 7');
  expect(toolsOf(trace)).toEqual([['files', 'list_allowed_directories', 'ok']]);
  // It did not say goodbye to its servers, and they are gone all the same.
  await vi.waitFor(() => expect(processesWith(path)).toEqual([]), { timeout: 60_000 });
});

it('says that nothing was caught, and writes no run without calls', async () => {
  const { path } = scenario();
  const ran = await capture(
    path,
    ['--out', 'run.json'],
    '-e',
    'console.log(process.argv[1], process.env.HOME !== undefined)',
    '--',
    '--flag',
  );
  expect(ran).toMatchObject({ code: 3, stdout: '--flag true\n' });
  expect(ran.stderr).toContain('nothing was caught');
  expect(ran.stderr).toContain('[CAPTURE_NOTHING]');
  expect(readdirSync(path)).not.toContain('run.json');
});

it.each([
  [['--', 'no-such-program'], 'cannot be started (ENOENT)'],
  [['--mcp-config', 'missing.json', '--', 'node'], 'no such file'],
  [['--mcp-config', 'note.txt', '--', 'node'], 'is not JSON'],
  [['--server', 'x', '--', 'node'], 'write name='],
  [[], "missing required argument 'command'"],
])('refuses %j', async (args, message) => {
  const { path } = scenario();
  const ran = await whichtool(['capture', ...args], { cwd: path });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(message);
});

it('keeps what was caught of a program that is told to end, and leaves nothing behind', async () => {
  const { path } = scenario();
  const before = leftBehind();
  const plan = planOf({ calls: CALLS.slice(0, 1), hang: true });
  const args = ['capture', '--mcp-config', 'mcp.json', '--out', 'run.json', '--', process.execPath];
  const child = spawn(process.execPath, [CLI, ...args, AGENT, plan], {
    cwd: path,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([143, null]);
  const trace = readJson(path, 'run.json');
  expect(trace['error']).toBe('the program ended with SIGTERM');
  expect(toolsOf(trace)).toEqual([['everything', 'echo', 'ok']]);
  expect(leftBehind()).toEqual(before);
});

/** The command lines of the processes that were given this word. */
function processesWith(word: string): string[] {
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return line.includes(word) ? [line] : [];
    } catch {
      return [];
    }
  });
}

function leftBehind(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('whichtool-capture-'));
}

/** A suite of one test, whose agent is a captured program. */
function suiteOf(command: readonly string[], servers: Record<string, object>): string {
  return JSON.stringify({
    servers,
    agents: { planner: { command, capture: 'otlp', servers: Object.keys(servers) } },
    tests: [
      {
        name: 'picks its tools',
        agent: 'planner',
        prompt: 'echo and read',
        equal_function_sets: {
          classes: [
            { name: 'echo', members: ['everything.echo'] },
            { name: 'read', members: ['files.read_text_file'] },
            { name: 'sum', members: ['everything.get-sum'] },
            { name: 'local', members: ['local'] },
          ],
          expect: [{ 'tool_selection.f1': { '==': 100 } }],
        },
      },
    ],
  });
}

it('drives a captured program inside a suite, and measures its true servers', async () => {
  const { path, servers, write } = scenario();
  const plan = planOf({ exporter: 'proto', calls: CALLS });
  write('whichtool.json', suiteOf([process.execPath, AGENT, plan], servers));
  const ran = await whichtool(['run', '--record', 'tapes', '--reporter', 'json'], { cwd: path });
  expect(ran.code).toBe(0);
  const replayed = await whichtool(['run', '--replay', 'tapes', '--reporter', 'json'], {
    cwd: path,
  });
  expect(replayed).toMatchObject({ code: 0, stdout: ran.stdout });
});

it('measures what servers heard alone as a part of the run, unless the suite says that it is all', async () => {
  const { path, servers, write } = scenario();
  const calls = CALLS.filter(({ server }) => server !== undefined);
  const command = [process.execPath, AGENT, planOf({ calls })];
  const agent = { command, capture: 'otlp', servers: Object.keys(servers) };
  const suite = (more: object): string =>
    JSON.stringify({
      servers,
      agents: { planner: { ...agent, ...more } },
      tests: [
        {
          name: 'writes nothing',
          agent: 'planner',
          prompt: 'echo and read',
          forbidden: ['write_file'],
          function_call_coverage: { function_calls: ['echo', 'get-sum'] },
        },
      ],
    });
  write('whichtool.json', suite({}));
  const args = ['run', '--record', 'tapes', '--reporter', 'json'];
  const part = await whichtool(args, { cwd: path });
  expect(part.code).toBe(3);
  expect(JSON.parse(part.stdout)).toMatchObject({
    tests: [
      {
        partial: 1,
        gates: [
          { metric: 'all_required_calls_made', outcome: 'pass' },
          { metric: 'forbidden.calls', outcome: 'error' },
        ],
      },
    ],
  });
  write('whichtool.json', suite({ complete: true }));
  // What the suite says of a capture does not change what was captured.
  const whole = await whichtool(['run', '--replay', 'tapes'], { cwd: path });
  expect([whole.code, whole.stderr]).toEqual([0, '']);
  const ran = await capture(path, [], AGENT, planOf({ calls }));
  expect(JSON.parse(ran.stdout)).toMatchObject({ partial: true });
  expect(ran.stderr).toContain(', a partial run)');
});

it.each([
  ['process.exit(3)', 'the program ended with code 3'],
  ['console.log("done")', 'nothing was caught'],
])('a captured program that does %s is an errored run', async (script, message) => {
  const { path, write } = scenario();
  write('whichtool.json', suiteOf([process.execPath, '-e', script], {}));
  const ran = await whichtool(['run', '--record', 'tapes'], { cwd: path });
  expect(ran.code).toBe(3);
  expect(ran.stdout + ran.stderr).toContain(message);
});
