import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LoopbackOptions } from './loopback-model/server.mjs';
import { CLI } from './support/cli.ts';
import { agentOf, loopback, type Measured, project, testOf } from './support/driving.ts';

/** Two tests, one after the other, with a model that behaves so. */
async function faulty(
  options: LoopbackOptions,
  agent: object = {},
): Promise<Measured & { requests: number; headers: readonly string[] }> {
  const model = await loopback(options);
  const own = project({
    agents: { desk: agentOf(model, agent) },
    tests: [testOf('a'), testOf('b')],
  });
  const measured = await own.measure('--concurrency', '1');
  const headers = [...new Set(model.requests.flatMap((one) => Object.keys(one.headers)))].sort();
  return { ...measured, requests: model.stats.requests, headers };
}

const verdicts = ({ report }: Measured): readonly string[] =>
  report.tests.map(({ verdict }) => verdict);

/** Why runs were not measured, in the words of the report. */
const reasons = ({ bytes }: Measured): readonly string[] =>
  [...bytes.matchAll(/"message": "(.*)"/g)].map(([, text]) => text as string);

describe('a model that fails for a moment', () => {
  it.each<[string, LoopbackOptions]>([
    ['429 with Retry-After', { fault: (n) => (n === 1 ? { status: 429, retry_after: 0 } : null) }],
    ['500 twice', { fault: (n) => (n <= 2 ? { status: 500, retry_after: 0 } : null) }],
  ])('%s is asked again, and nothing of it shows', async (_, options) => {
    const measured = await faulty(options);
    expect([measured.code, verdicts(measured)]).toEqual([0, ['pass', 'pass']]);
    expect(measured.report.issues).toEqual([]);
  });

  it('with half an answer is asked again', async () => {
    const measured = await faulty({ fault: (n) => (n === 1 ? { kind: 'cut' } : null) });
    expect([measured.code, measured.requests]).toEqual([0, 5]);
  });
});

describe('a model that fails for good', () => {
  it('leaves its runs unmeasured, with the reason', async () => {
    const measured = await faulty({ fault: () => ({ status: 500, retry_after: 0 }) });
    expect([measured.code, verdicts(measured), measured.requests]).toEqual([
      3,
      ['error', 'error'],
      12,
    ]);
    expect(reasons(measured)[0]).toContain('gave no answer: HTTP 500: as scripted (6 times)');
  });

  it('and hangs is stopped when the time of the run is up', async () => {
    const measured = await faulty({ fault: () => ({ kind: 'hang' }) }, { timeout: 0.3 });
    expect([measured.code, verdicts(measured), measured.requests]).toEqual([
      3,
      ['error', 'error'],
      2,
    ]);
    expect(reasons(measured)[0]).toContain(
      'the run took longer than 0.3 s (raise timeout of the test or of the agent) [RUN_TIMEOUT]',
    );
  });

  it('as it is another one than was asked ends all runs, and its answers are not measured', async () => {
    const measured = await faulty({ fault: () => ({ kind: 'wrong_model' }) });
    expect([measured.code, verdicts(measured), measured.requests]).toEqual([
      3,
      ['error', 'error'],
      1,
    ]);
    expect(measured.report.issues).toMatchObject([
      {
        code: 'MODEL_OTHER',
        message:
          'agent "desk": openai-compatible:m was asked and another-model answered; its remaining runs were not made',
      },
    ]);
  });

  it('as nobody knows it ends all runs', async () => {
    const measured = await faulty({ models: ['other'] });
    expect([measured.code, measured.requests]).toEqual([3, 1]);
    expect(measured.report.issues[0]?.code).toBe('MODEL_UNKNOWN');
  });

  it('as it wants a key is told none, and the hint says where one is set', async () => {
    const measured = await faulty({ key: 'k' });
    expect([measured.code, measured.requests]).toEqual([3, 1]);
    expect(measured.headers.filter((name) => /auth|key/.test(name))).toEqual([]);
    expect(measured.report.issues).toMatchObject([
      { code: 'MODEL_KEY', hint: 'no key was sent: set the variable of `api_key_env`' },
    ]);
  });
});

describe('a model that writes nonsense', () => {
  it('in its arguments is measured with the text that it wrote', async () => {
    const fault = (n: number): { kind: 'malformed_arguments' } | null =>
      n === 1 ? { kind: 'malformed_arguments' } : null;
    const measured = await faulty({ fault });
    expect([measured.code, verdicts(measured)]).toEqual([0, ['pass', 'pass']]);
    expect(measured.report.issues).toMatchObject([{ code: 'READ_ARGS_UNPARSED' }]);
  });

  it('as a tool that does not exist has called a wrong one', async () => {
    const fault = (n: number): { kind: 'hallucinated_tool' } | null =>
      n === 1 ? { kind: 'hallucinated_tool' } : null;
    const measured = await faulty({ fault });
    expect([measured.code, verdicts(measured)]).toEqual([1, ['fail', 'pass']]);
    expect(measured.bytes).toContain('no_such_tool');
  });
});

describe('a budget', () => {
  it.each<[string, object, string]>([
    ['calls', { calls: 3 }, 'the budget of 3 model calls is spent'],
    ['tokens', { tokens: 250 }, 'the budget of 250 tokens is spent'],
    ['cost', { cost: 0.0003 }, 'the budget of 0.0003 in money is spent'],
  ])(
    'in %s that is spent keeps what was made and leaves the rest unmeasured',
    async (_, budget, said) => {
      const measured = await faulty({}, { budget, prices: { input: 1, output: 1 } });
      expect([measured.code, verdicts(measured), measured.requests]).toEqual([
        3,
        ['pass', 'error'],
        3,
      ]);
      expect(measured.report.issues).toMatchObject([
        {
          code: 'BUDGET_SPENT',
          message: `agent "desk": ${said}; its remaining runs were not made`,
        },
      ]);
    },
  );

  it('of the whole command needs prices, and an agent that costs something', async () => {
    const model = await loopback();
    const own = project({ agents: { desk: agentOf(model) }, tests: [testOf('a')] });
    const unpriced = await own.run('run', '--max-cost', '1');
    expect([unpriced.code, unpriced.stderr]).toEqual([
      2,
      expect.stringContaining('BUDGET_UNCOUNTED'),
    ]);
    own.write('whichtool.yaml', {
      agents: { desk: { model: 'lexical', catalog: 'tools.json' } },
      tests: [testOf('a', { prompt: 'the right one' })],
    });
    const free = await own.run('run', '--max-cost', '1');
    expect([free.code, free.stderr]).toEqual([2, expect.stringContaining('FLAG_NO_EFFECT')]);
    expect(model.stats.requests).toBe(0);
  });
});

it('a run has all of its time when its servers took long to start', async () => {
  const model = await loopback({ decide: () => ({ text: 'done' }) });
  const server = join(import.meta.dirname, 'servers', 'hostile-server.mjs');
  const own = project({
    servers: { slow: { command: process.execPath, args: [server, 'slow-start', '1500'] } },
    agents: {
      desk: {
        model: 'openai-compatible:m',
        base_url: model.baseUrls['openai-compatible'],
        servers: ['slow'],
        timeout: 1,
      },
    },
    tests: [{ name: 'a', agent: 'desk', prompt: 'hello', no_tools: true }],
  });
  expect((await own.measure()).code).toBe(0);
});

it('a function that does not hear that its time is up does not keep the command from ending', async () => {
  const own = project(
    { agents: { desk: { module: './agent.mjs#run', timeout: 0.2 } }, tests: [testOf('a')] },
    {
      files: {
        'agent.mjs': 'export const run = () => new Promise(() => setInterval(() => {}, 50));',
      },
    },
  );
  const measured = await own.measure();
  expect(measured.code).toBe(3);
  expect(reasons(measured)[0]).toContain('the run took longer than 0.2 s');
});

it('a folder without a name is refused, and a server that is misspelt is guessed', async () => {
  const own = project({
    servers: { memory: { command: 'node' } },
    agents: { desk: { model: 'lexical', servers: ['memry'] } },
    tests: [testOf('a')],
  });
  const nameless = await own.run('run', '--record', '');
  expect([nameless.code, nameless.stderr]).toEqual([
    2,
    expect.stringContaining('need the name of a folder'),
  ]);
  expect((await own.run('run')).stderr).toContain('did you mean "memory"?');
});

it('an agent that cannot be used is told of before another one spends anything', async () => {
  const model = await loopback();
  const own = project({
    agents: { desk: agentOf(model), other: agentOf(model, { api_key_env: 'NEVER_SET' }) },
    tests: [testOf('a'), testOf('b', { runs: 9 }), testOf('c', { agent: 'other' })],
  });
  const { code, stderr } = await own.run('run', '--record', 'kept');
  expect([code, model.stats.requests]).toEqual([2, 0]);
  expect(stderr).toContain(
    'agent "other" needs NEVER_SET in the environment [ENVIRONMENT_MISSING]',
  );
});

const HAS_DISK = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
if (!HAS_DISK)
  process.stderr.write('drive-faults: no test of a full disk, nothing can be mounted here\n');

describe('a folder that takes no cassettes', () => {
  it('as it is a file or may not be written exits with 3 and says so', async () => {
    const model = await loopback();
    const own = project({ agents: { desk: agentOf(model) }, tests: [testOf('a')] });
    own.write('file', '');
    for (const folder of ['file', 'file/below', '/dev/null']) {
      const measured = await own.measure('--record', folder);
      expect([measured.code, measured.report.issues[0]?.code]).toEqual([3, 'OUTPUT_UNWRITABLE']);
      expect(measured.bytes).not.toContain(own.path);
    }
    expect(model.stats.requests).toBe(0);
  });

  it.skipIf(process.getuid?.() === 0)('as its owner forbids it', async () => {
    const own = project({ agents: { desk: agentOf(await loopback()) }, tests: [testOf('a')] });
    mkdirSync(join(own.path, 'kept'));
    chmodSync(join(own.path, 'kept'), 0o555);
    const measured = await own.measure('--record', 'kept');
    expect([measured.code, measured.report.issues[0]?.code]).toEqual([3, 'OUTPUT_UNWRITABLE']);
  });

  it.skipIf(!HAS_DISK)(
    'as the disk is full keeps whole runs only, and goes on when there is room',
    async () => {
      const model = await loopback();
      const own = project({
        agents: { desk: agentOf(model, { system: 'x '.repeat(20_000) }) },
        tests: [testOf('a', { runs: 30 })],
      });
      mkdirSync(join(own.path, 'disk'));
      const script = `
      mount -t tmpfs -o size=1m none disk
      whichtool() { "${process.execPath}" "${CLI}" run --no-history --record disk "$@" > out 2> err; echo $? $(grep -oh '\\[[A-Z_]*\\]' out err | sort -u); }
      whichtool
      find disk -name '*.tmp' -o -name '.*.lock'; for file in disk/*/*.json; do node -e 'JSON.parse(fs.readFileSync(process.argv[1]))' $file; done
      mount -o remount,size=50m disk
      whichtool --resume
      ls disk/* | wc -l`;
      const { stdout, stderr } = await shell(script, own.path);
      expect([stdout.split('\n'), stderr]).toEqual([
        // The model of this test always answers alike.
        ['3 [OUTPUT_UNWRITABLE] [RUNS_IDENTICAL] [RUN_MISSING]', '0 [RUNS_IDENTICAL]', '30', ''],
        '',
      ]);
      expect(model.stats.requests).toBeGreaterThanOrEqual(60);
    },
  );
});

/** The disk that it mounts is seen by this shell alone, and gone with it. */
async function shell(script: string, cwd: string): Promise<{ stdout: string; stderr: string }> {
  const child = spawn('unshare', ['-rm', 'bash', '-c', script], { cwd });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await new Promise((done) => child.on('close', done));
  return { stdout, stderr };
}
