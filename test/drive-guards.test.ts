import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl } from './support/cli.ts';
import { agentOf, loopback, project, published, testOf } from './support/driving.ts';

describe('where nothing may be started', () => {
  const REFUSED = 'starts programs or loads modules, which is not allowed here [EXEC_REFUSED]';

  it.each<[string, object]>([
    ['servers', { model: 'lexical', servers: ['memory'] }],
    ['a command', { command: [process.execPath, 'agent.mjs'] }],
    ['a module', { module: './agent.mjs#run' }],
    ['a module of a model', { model: 'module:./agent.mjs#model' }],
    ['a command that is caught', { command: [process.execPath, 'agent.mjs'], capture: 'otlp' }],
  ])('%s is refused by --no-exec', async (_, agent) => {
    const own = project(
      {
        servers: { memory: { command: process.execPath, args: ['agent.mjs'] } },
        agents: { desk: agent },
        tests: [testOf('a')],
      },
      { files: { 'agent.mjs': `import fs from 'node:fs'; fs.writeFileSync('started', '');` } },
    );
    const { code, stderr } = await own.run('run', '--no-exec');
    expect([code, stderr]).toEqual([2, expect.stringContaining(REFUSED)]);
    expect(own.list('.')).not.toContain('started');
  });

  it.each<[string, object, string]>([
    [
      'a service with a variable in its headers',
      { http: 'http://127.0.0.1:9/', headers: { authorization: '${SECRET}' } },
      'uses the variable ${SECRET}',
    ],
    [
      'a service with a variable in its address',
      { http: 'http://127.0.0.1:9/?${SECRET}' },
      'uses the variable ${SECRET}',
    ],
    [
      'a key to an address of the suite',
      {
        model: 'openai-compatible:m',
        base_url: 'http://127.0.0.1:9/v1',
        api_key_env: 'SECRET',
      },
      'sends SECRET to an address of the suite',
    ],
    [
      'a variable in what a model is told',
      { model: 'openai-compatible:m', base_url: 'http://127.0.0.1:9/v1', system: 'say ${SECRET}' },
      'uses the variable ${SECRET}',
    ],
  ])('%s is refused', async (_, agent, what) => {
    const own = project(
      { agents: { desk: agent }, tests: [testOf('a')] },
      { env: { SECRET: 'plain-secret', WHICHTOOL_NO_EXEC: '1' } },
    );
    const { code, stderr } = await own.run('run', '--exec');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${what}, which is not allowed here [EXEC_REFUSED]`),
    ]);
    expect(stderr).toContain('WHICHTOOL_NO_EXEC is set');
  });

  it('a change from a fork is such a place, models over HTTP may be asked, and recordings are replayed', async () => {
    const model = await loopback();
    const served = { servers: ['memory'], model: 'lexical' };
    const suite = (agent: object): object => ({
      servers: { memory: published('memory') },
      agents: { desk: agent },
      tests: [
        testOf('a', {
          prompt: 'read the graph',
          function_call_coverage: { function_calls: ['read_graph'] },
        }),
      ],
    });
    const event = JSON.stringify({ pull_request: { head: { repo: { fork: true } } } });
    const fork = { GITHUB_ACTIONS: 'true', GITHUB_EVENT_PATH: 'event.json' };
    const own = project(suite(served), { files: { 'event.json': event }, env: fork });
    const refused = await own.run('run', '--record', 'kept');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(REFUSED)]);
    const allowed = await own.measure('--record', 'kept', '--exec');
    expect(allowed.code).toBe(0);
    expect((await own.measure('--replay', 'kept')).bytes).toBe(allowed.bytes);
    own.write('whichtool.yaml', suite(agentOf(model)));
    expect([(await own.measure()).code, model.stats.requests]).toEqual([1, 2]);
  });
});

it('a provider that repeats a header, and a program that prints its key, are quoted without it', async () => {
  const model = await loopback({ fault: () => ({ status: 401, message: 'bad key plain-header' }) });
  const own = project(
    {
      agents: {
        desk: agentOf(model, { headers: { 'api-key': '${EXTRA}' } }),
        program: {
          command: [process.execPath, '-e', 'console.error(process.env.KEY); process.exit(1)'],
          env: { KEY: '${KEY}' },
        },
      },
      tests: [testOf('a'), testOf('b', { agent: 'program' })],
    },
    { env: { EXTRA: 'plain-header', KEY: 'plain-key' } },
  );
  const { code, stdout, stderr } = await own.run('run');
  expect(code).toBe(3);
  expect(stdout).toContain('HTTP 401: bad key [redacted];');
  expect(stdout).toContain('the program ended with code 1: [redacted]');
  expect(stdout + stderr).not.toMatch(/plain-/);
});

it('no secret reaches a report, a message, a cassette or the history, wherever it stands', async () => {
  // What is ours is known, whatever it looks like; what is not is known by its look.
  const [key, server, header] = ['plain-key', 'plain-token', 'plain-header'];
  const canary = (place: string): string => `sk-${place}${'k3Y9x2Q7'.repeat(4)}`;
  const [prompt, result, args, refusal] = ['prompt', 'result', 'args', 'refusal'].map(canary) as [
    string,
    string,
    string,
    string,
  ];
  const model = await loopback({
    key,
    fault: (n) => (n === 5 ? { status: 400, message: `bad ${refusal} and ${key}` } : null),
    decide: ({ answer }) =>
      answer === 1
        ? { calls: [{ name: 'echo', arguments: { message: args } }, { name: 'get-env' }] }
        : { text: `I was told ${result}, ${key} and ${header}` },
  });
  const own = project(
    {
      servers: {
        all: { ...published('everything'), env: { SERVER_TOKEN: '${SERVER_TOKEN}' } },
      },
      agents: {
        desk: {
          model: 'openai-compatible:m',
          base_url: model.baseUrls['openai-compatible'],
          api_key_env: 'DESK_KEY',
          headers: { 'x-extra': '${EXTRA}' },
          servers: ['all'],
          system: `My key is ${prompt}`,
        },
      },
      tests: [testOf('a', { prompt: `use ${prompt}` }), testOf('b'), testOf('c')],
      evals: [
        {
          name: 'rows',
          agent: 'desk',
          dataset: 'rows.jsonl',
          scorers: [{ type: 'tool_name_match' }],
          expect: [],
        },
      ],
    },
    {
      env: { DESK_KEY: key, SERVER_TOKEN: server, EXTRA: header },
      files: {
        'rows.jsonl': jsonl({ id: 'r', input: `use ${prompt}`, expected_tool: 'echo' }),
      },
    },
  );
  const outputs = ['json', 'jsonl', 'junit', 'markdown', 'html', 'csv'];
  const reporters = outputs.flatMap((name) => ['--reporter', `${name}=out.${name}`]);
  const ran = await own.run('run', '--record', 'kept', '--concurrency', '1', ...reporters);
  expect(ran.code).toBe(1);
  expect(model.requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${key}`,
    'x-extra': header,
  });
  expect(JSON.stringify(model.requests[1]?.body)).toContain(server);
  const written = readdirSync(own.path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !['whichtool.yaml', 'rows.jsonl'].includes(name))
    .filter((name) => statSync(join(own.path, name)).isFile());
  expect(written.filter((name) => name.startsWith('kept'))).toHaveLength(4);
  expect(written.filter((name) => name.startsWith('.whichtool/runs/1'))).toHaveLength(2);
  const texts = [
    ran.stdout,
    ran.stderr,
    ...written.map((name) => readFileSync(join(own.path, name), 'utf8')),
  ];
  for (const secret of [key, server, header, prompt, result, args, refusal])
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});
