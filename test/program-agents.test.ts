import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { whichtool, workspace } from './support/cli.ts';
import { serve } from './support/loopback.ts';

const MODULE = `
if (process.env.BROKEN) throw new Error('it was loaded');
type Task = { readonly input: string; readonly messages: readonly object[] };
const call = (q: string) => ({ id: 'c1', type: 'function', function: { name: 'find', arguments: JSON.stringify({ q }) } });
export const messages = ({ input }: Task) => [{ role: 'assistant', content: null, tool_calls: [call(input)] }];
export const native = async ({ input }: Task) => ({ tool_calls: [{ name: 'find', arguments: { q: input } }] });
export const broken = () => { throw new Error('no luck'); };
`;
const PROGRAM = `
if (process.env.BROKEN) process.exit(1);
let text = '';
process.stdin.on('data', (part) => (text += part)).on('end', () =>
  console.log(JSON.stringify({ tool_calls: [{ name: 'find', arguments: { q: text } }] })));`;

function suiteOf(agents: Readonly<Record<string, object>>): string {
  const tests = Object.keys(agents).map((agent) => ({
    name: `finds it by ${agent}`,
    agent,
    prompt: 'the order',
    tool_call_f1: {
      expected: [{ tool: 'find', args: { q: 'the order' } }],
      expect: [{ 'tool_call.f1': { '==': 1 } }],
    },
  }));
  return JSON.stringify({ agents, tests });
}

it('drives programs, services and functions, and replays them without', async () => {
  let served = 0;
  const { url } = await serve(({ body }) => {
    served++;
    return { body: { tool_calls: [{ name: 'find', arguments: { q: body?.['input'] } }] } };
  });
  const agents = {
    command: { command: [process.execPath, 'agent.cjs'] },
    http: { http: url },
    messages: { module: './agent.ts#messages' },
    native: { module: './agent.ts#native' },
  };
  const space = workspace({
    'package.json': '{"type":"module"}',
    'agent.ts': MODULE,
    'agent.cjs': PROGRAM,
    'whichtool.json': suiteOf(agents),
  });
  onTestFinished(() => space.remove());
  const ran = await whichtool(['run', '--record', 'tapes', '--reporter', 'json'], {
    cwd: space.path,
  });
  expect(ran.code).toBe(0);
  const requests = served;
  const replay = (): ReturnType<typeof whichtool> =>
    whichtool(['run', '--replay', 'tapes', '--reporter', 'json'], {
      cwd: space.path,
      env: { BROKEN: '1' },
    });
  expect(await replay()).toMatchObject({ code: 0, stdout: ran.stdout });
  expect(served).toBe(requests);
  // A recording of other code is not a recording of this code.
  space.write('agent.cjs', `${PROGRAM}\n`);
  const stale = await replay();
  expect(stale.code).toBe(3);
  expect(stale.stdout).toContain('CASSETTE_STALE');
});

it.each([
  [{ command: [process.execPath, '-e', 'process.exit(4)'] }, 'the program ended with code 4'],
  [{ command: [process.execPath, '-e', 'console.log("hi")'] }, 'cannot be read'],
  [{ command: ['no-such-program'] }, 'cannot be started (ENOENT)'],
  [{ http: 'http://127.0.0.1:1/' }, 'the service gave no answer'],
  [{ module: './agent.ts#broken' }, 'the function threw "no luck"'],
])('%j cannot be measured', async (agent, message) => {
  const space = workspace({
    'package.json': '{"type":"module"}',
    'agent.ts': MODULE,
    'whichtool.json': suiteOf({ agent }),
  });
  onTestFinished(() => space.remove());
  const ran = await whichtool(['run', '--record', 'tapes'], { cwd: space.path });
  expect(ran.code).toBe(3);
  expect((ran.stdout + ran.stderr).replaceAll(/\s*│?\s+/g, ' ')).toContain(message);
});

it.each([
  [
    './agent.ts#rum',
    'agent.ts module has no function "rum" [MODULE_UNUSABLE]\n  hint: it exports ',
  ],
  ['./agnet.ts#run', 'agnet.ts module is not there [MODULE_UNUSABLE]\n'],
])('a function that is not there is unusable input: %s', async (module, said) => {
  const space = workspace({
    'package.json': '{"type":"module"}',
    'agent.ts': MODULE,
    'whichtool.json': suiteOf({ agent: { module } }),
  });
  onTestFinished(() => space.remove());
  const { code, stderr } = await whichtool(['run'], { cwd: space.path });
  expect([code, stderr.startsWith(said)]).toEqual([2, true]);
});

it('a suite that changes while it is measured is told of, and the report is about what was loaded', async () => {
  const change = `require('node:fs').appendFileSync('whichtool.json', '\\n'); console.log('{"tool_calls":[]}')`;
  const suite = JSON.stringify({
    agents: { editor: { command: [process.execPath, '-e', change] } },
    tests: [{ name: 'edits', agent: 'editor', prompt: 'go', no_tools: true }],
  });
  const space = workspace({ 'whichtool.json': suite });
  onTestFinished(() => space.remove());
  const ran = await whichtool(['run', '--reporter', 'json'], { cwd: space.path });
  expect(ran).toMatchObject({
    code: 0,
    stderr:
      'whichtool.json changed during the run; the report is about the file as it was loaded\n',
  });
  const { suites } = JSON.parse(ran.stdout) as { suites: { sha256: string }[] };
  expect(suites[0]?.sha256).toBe(createHash('sha256').update(suite).digest('hex'));
});
