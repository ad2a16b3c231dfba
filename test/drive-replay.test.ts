import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, jsonl } from './support/cli.ts';
import {
  agentOf,
  loopback,
  type Project,
  project,
  published,
  serverOf,
  testOf,
} from './support/driving.ts';

const HAS_NAMESPACES = spawnSync('unshare', ['-rn', 'true']).status === 0;
if (!HAS_NAMESPACES)
  process.stderr.write('drive-replay: a replay is tested with servers gone, not without network\n');

describe('a recording', () => {
  it('gives the same report bytes with model, servers, key and network gone', async () => {
    const model = await loopback({
      key: 'only-for-recording',
      decide: ({ answer, user }) =>
        answer === 1
          ? {
              calls: [
                {
                  name: user.includes('graph') ? 'read_graph' : 'list_directory',
                  arguments: { path: '.' },
                },
              ],
            }
          : { text: 'done' },
    });
    const { command } = published('memory');
    const suite = {
      servers: {
        files: { command, args: ['files.mjs', '.'] },
        memory: { command, args: ['memory.mjs'] },
      },
      agents: {
        desk: {
          model: 'openai-compatible:m',
          base_url: model.baseUrls['openai-compatible'],
          api_key_env: 'DESK_KEY',
          servers: ['files', 'memory'],
        },
      },
      tests: [
        testOf('folder', {
          runs: 2,
          function_call_coverage: { function_calls: ['files.list_directory'] },
        }),
        testOf('graph', {
          function_call_coverage: { function_calls: ['memory.read_graph', 'open_nodes'] },
        }),
      ],
      evals: [
        {
          name: 'rows',
          agent: 'desk',
          dataset: 'rows.jsonl',
          scorers: [{ type: 'tool_name_match' }],
          expect: [{ tool_name_match: { '>=': 0.9 } }],
        },
      ],
    };
    const env = { DESK_KEY: 'only-for-recording' };
    const own = project(suite, {
      env,
      files: {
        'files.mjs': importOf('filesystem'),
        'memory.mjs': importOf('memory'),
        'rows.jsonl': jsonl({ id: 'a', input: 'the graph', expected_tool: 'read_graph' }),
      },
    });
    const live = await own.measure('--record', 'kept');
    expect([live.code, live.report.verdict, live.report.issues]).toMatchObject([
      1,
      'fail',
      [{ code: 'RUNS_IDENTICAL' }],
    ]);
    expect(model.stats.requests).toBe(8);
    await model.close();
    for (const name of ['files.mjs', 'memory.mjs']) rmSync(join(own.path, name));
    const args = [process.execPath, CLI, 'run', '--no-history', '--json', '--replay', 'kept'];
    const replayed = spawnSync('env', HAS_NAMESPACES ? ['unshare', '-rn', ...args] : args, {
      cwd: own.path,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NO_COLOR: '1' },
    });
    expect(replayed).toMatchObject({ status: 1, stderr: '', stdout: live.bytes });
  });

  it('is the same wherever it is moved to', async () => {
    const own = project({ agents: { desk: agentOf(await loopback()) }, tests: [testOf('a')] });
    const live = await own.measure('--record', 'kept');
    cpSync(join(own.path, 'kept'), join(own.path, 'elsewhere'), { recursive: true });
    expect(await own.measure('--replay', 'elsewhere')).toEqual(live);
  });

  it('that is not there, or is damaged, is said with how to make it, and exits with 3', async () => {
    const own = project({
      agents: { desk: agentOf(await loopback()) },
      tests: [testOf('a'), testOf('b')],
    });
    own.write('empty/readme.txt', '');
    const none = await own.measure('--replay', 'empty');
    expect([none.code, none.report.issues]).toMatchObject([
      3,
      [
        {
          code: 'CASSETTE_MISSING',
          message: 'some runs were not recorded here, or their cassettes are damaged',
          hint: 'record what is missing or stale with --record <folder> --only-missing',
        },
      ],
    ]);
    await own.measure('--record', 'kept');
    const [one = ''] = cassettes(own, 'b');
    writeFileSync(one, readFileSync(one).subarray(0, 300));
    const cut = await own.measure('--replay', 'kept');
    expect([cut.code, cut.report.tests.map(({ verdict }) => verdict)]).toEqual([
      3,
      ['pass', 'error'],
    ]);
  });

  it('in a folder that is not there is unusable input', async () => {
    const own = project({ agents: { desk: agentOf(await loopback()) }, tests: [testOf('a')] });
    const { code, stdout, stderr } = await own.run('run', '--replay', 'nowhere');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('nowhere there is no such folder to replay [CASSETTE_MISSING]\n');
  });
});

function importOf(name: 'memory' | 'filesystem'): string {
  return `await import(${JSON.stringify(published(name).args[0])});\n`;
}

function cassettes(own: Project, test: string): readonly string[] {
  return own
    .list('kept')
    .filter((name) => name.startsWith(`${test}-`) && name.endsWith('.json'))
    .map((name) => join(own.path, 'kept', name));
}

describe('a cassette is stale', () => {
  it('when something changed that a run depends on, which is named, and only that is made again', async () => {
    const model = await loopback({ decide: () => ({ calls: [{ name: 'right' }] }) });
    const memory = published('memory');
    const agent = {
      model: 'openai-compatible:m',
      base_url: model.baseUrls['openai-compatible'],
      catalog: 'tools.json',
      system: 'Be kind.',
      temperature: 0.5,
      tools: 'select',
    };
    const served = { ...agent, catalog: undefined, servers: ['memory'] };
    /** What changes, of which agent, how, and how that is called. */
    const changes: readonly [string, object, object, string][] = [
      ['prompt', agent, {}, 'the prompt'],
      ['system', agent, { system: 'Be brief.' }, 'the system text'],
      ['model', agent, { model: 'openai-compatible:m2' }, 'the model'],
      ['servers', served, { servers: ['other'] }, 'the servers'],
      ['told', agent, { overrides: { right: { description: 'New.' } } }, 'the overrides'],
      ['heat', agent, { temperature: 0.7 }, 'the settings of the agent'],
      ['mocks', agentOf(model), { mocks: { right: 'no' } }, 'the mocked tools'],
      [
        'two',
        agent,
        { system: 'Be good.', max_turns: 3 },
        'the system text, the settings of the agent',
      ],
      ['nothing', agent, {}, ''],
    ];
    const suiteOf = (isChanged: boolean): object => ({
      servers: { memory, other: { ...memory, args: [...memory.args, 'other'] } },
      agents: Object.fromEntries(
        changes.map(([name, one, other]) => [name, isChanged ? { ...one, ...other } : one]),
      ),
      tests: changes.map(([name]) => {
        const prompt = name === 'prompt' && isChanged ? 'do more' : 'do it';
        return testOf(name, { agent: name, prompt });
      }),
    });
    const own = project(suiteOf(false));
    expect((await own.measure('--record', 'kept')).code).toBe(0);
    own.write('whichtool.yaml', suiteOf(true));
    const stale = await own.measure('--replay', 'kept');
    expect(stale.code).toBe(3);
    expect(stale.report.tests.map(({ verdict }) => verdict)).toEqual(
      changes.map(([name]) => (name === 'nothing' ? 'pass' : 'error')),
    );
    expect(stale.report.issues.map(({ message }) => message).sort()).toEqual(
      changes
        .filter(([name]) => name !== 'nothing')
        .map(([name, , , what]) => `"${name}", run 1: ${what} changed since it was recorded`)
        .sort(),
    );
    const before = model.stats.requests;
    const again = await own.measure('--record', 'kept', '--only-missing');
    // One decision each; where results are mocked the model goes on until it is stopped, after ten.
    expect([again.code, again.report.issues, model.stats.requests - before]).toEqual([0, [], 17]);
    expect(await own.measure('--replay', 'kept')).toEqual(again);
  });

  it('not when thresholds, prices, limits, timeouts, the key or other tests change', async () => {
    const model = await loopback();
    const own = project({ agents: { desk: agentOf(model) }, tests: [testOf('a')] });
    await own.measure('--record', 'kept');
    own.write('whichtool.yaml', {
      agents: {
        desk: agentOf(model, {
          prices: { input: 1, output: 1 },
          limits: { in_flight: 1 },
          budget: { calls: 5 },
          timeout: 5,
          api_key_env: 'NEVER_SET',
          answers_as: 'm',
        }),
      },
      tests: [
        testOf('a', {
          timeout: 9,
          function_call_coverage: {
            function_calls: ['right', 'wrong'],
            expect: [{ required_calls_coverage: { '>=': 0.5 } }],
          },
        }),
      ],
    });
    expect(await own.measure('--replay', 'kept')).toMatchObject({
      code: 0,
      report: { issues: [] },
    });
    expect(model.stats.requests).toBe(2);
  });

  it('when the servers list other tools, as soon as runs are made', async () => {
    const model = await loopback({ decide: () => ({ calls: [{ name: 'right' }] }) });
    const own = project({
      agents: {
        desk: agentOf(model, { servers: ['shop'], catalog: undefined, tools: 'select' }),
      },
      servers: { shop: { command: process.execPath, args: ['shop.mjs'] } },
      tests: [testOf('a')],
    });
    own.write('shop.mjs', serverOf('right'));
    await own.measure('--record', 'kept');
    expect((await own.measure('--record', 'kept', '--only-missing')).code).toBe(0);
    expect(model.stats.requests).toBe(1);
    own.write('shop.mjs', serverOf('right', 'new'));
    // A replay starts nothing, so it cannot know.
    expect((await own.measure('--replay', 'kept')).code).toBe(0);
    expect((await own.measure('--record', 'kept', '--only-missing')).code).toBe(0);
    expect(model.stats.requests).toBe(2);
    own.write('shop.mjs', 'process.exit(3);\n');
    const broken = await own.measure('--record', 'kept', '--only-missing');
    expect([broken.code, broken.report.issues[0]?.code]).toEqual([3, 'MCP_START']);
    expect((await own.measure('--replay', 'kept')).code).toBe(0);
  });
});

describe('recording again', () => {
  it('never takes an old run for one that could not be made now', async () => {
    const model = await loopback();
    const own = project({
      agents: { desk: agentOf(model) },
      tests: [testOf('a', { runs: 2 }), testOf('b')],
    });
    await own.measure('--record', 'kept');
    await model.close();
    const other = await loopback({ port: model.port, models: ['other'] });
    const failed = await own.measure('--record', 'kept');
    expect(failed.report).toMatchObject({
      verdict: 'error',
      tests: [
        { runs: 0, errors: 2 },
        { runs: 0, errors: 1 },
      ],
      issues: [
        {
          code: 'MODEL_UNKNOWN',
          message: expect.stringContaining('its remaining runs were not made'),
        },
      ],
    });
    // Nothing was made, so nothing that was kept is lost.
    expect((await own.measure('--replay', 'kept')).code).toBe(0);
    await other.close();
  });

  it('keeps nothing of before once a new run is there', async () => {
    const model = await loopback();
    const own = project({ agents: { desk: agentOf(model) }, tests: [testOf('a', { runs: 3 })] });
    await own.measure('--record', 'kept');
    own.write('whichtool.yaml', {
      agents: { desk: agentOf(model, { budget: { calls: 2 } }) },
      tests: [testOf('a', { runs: 3 })],
    });
    const spent = await own.measure('--record', 'kept', '--concurrency', '1');
    expect(spent.report.tests).toMatchObject([{ runs: 1, errors: 2 }]);
    expect(cassettes(own, 'a')).toHaveLength(1);
    expect(
      (await own.measure('--record', 'kept', '--resume', '--concurrency', '1')).report.tests,
    ).toMatchObject([{ runs: 2, errors: 1 }]);
  });
});
