import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requireNone } from './servers/mcp.ts';
import { killWhileWriting, seeded } from './support/kill.ts';
import { loopback, type Project, project, published, start, testOf } from './support/driving.ts';

/** Distinguishes the servers of these tests from others. */
const MARK = `drive-interrupt-${process.pid}`;
const TESTS = 10;
const RUNS = 4;

let own: Project;
let delayMs: number;
let suiteOf: (agent: object) => object;
beforeEach(async () => {
  delayMs = 0;
  const model = await loopback({
    decide: ({ answer }) => ({
      delay_ms: delayMs,
      ...(answer === 1 ? { calls: [{ name: 'read_graph' }] } : { text: 'done' }),
    }),
  });
  suiteOf = (agent) => ({
    servers: { memory: published('memory', [MARK]) },
    agents: {
      desk: {
        model: 'openai-compatible:m',
        base_url: model.baseUrls['openai-compatible'],
        ...agent,
      },
    },
    tests: Array.from({ length: TESTS }, (_, index) =>
      testOf(`test ${index}`, {
        runs: RUNS,
        function_call_coverage: { function_calls: ['read_graph'] },
      }),
    ),
  });
  own = project(suiteOf({ servers: ['memory'] }));
});

/** The runs that are kept, by file. */
function kept(folder: string): ReadonlyMap<string, string> {
  const files = own.list(folder).filter((name) => name.endsWith('.json'));
  return new Map(files.map((name) => [name, own.read(join(folder, name))]));
}

async function untilKept(folder: string, count: number): Promise<void> {
  await vi.waitFor(
    () => {
      if (!existsSync(join(own.path, folder)) || kept(folder).size < count) throw new Error('wait');
    },
    { timeout: 60_000, interval: 5 },
  );
}

describe('kill -9', () => {
  /** Kills one run after the other, each of which goes on where the last was killed; then the last one may end. */
  async function killOften(seed: number, kills: number, longestMs: number): Promise<void> {
    const whole = await own.measure('--record', `whole-${seed}`);
    expect([whole.code, kept(`whole-${seed}`).size]).toEqual([0, TESTS * RUNS]);
    delayMs = 20;
    const random = seeded(seed);
    let done = 0;
    for (let chain = 0; done < kills; chain++) {
      const folder = `kept-${seed}-${chain}`;
      let before: ReadonlyMap<string, string> = new Map();
      for (let link = 0; link < 7 && done < kills && before.size < TESTS * RUNS; link++) {
        const { killed } = await killWhileWriting(['run', '--record', folder, '--resume'], {
          cwd: own.path,
          folder: join(own.path, folder),
          delayMs: longestMs * random(),
        });
        if (killed) done++;
        const after = kept(folder);
        for (const text of after.values()) JSON.parse(text);
        for (const [name, text] of before) expect(after.get(name)).toBe(text);
        before = after;
      }
      const resumed = await own.measure('--record', folder, '--resume');
      expect(resumed).toEqual(whole);
      expect(own.list(folder).filter((name) => /\.(?:lock|tmp|clear)$/.test(name))).toEqual([]);
    }
  }

  it('at any moment loses no run that was kept, and what goes on ends with the same bytes', async () => {
    own.write('whichtool.yaml', suiteOf({ catalog: 'tools.json', tools: 'mock' }));
    await Promise.all([killOften(1, 14, 300), killOften(2, 14, 300)]);
  });

  it('leaves no server behind, wherever it is in its life', async () => {
    await killOften(3, 4, 900);
    await requireNone(MARK);
  });
});

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s ends the runs with %i, and the command that it prints goes on',
    async (signal, code) => {
      const whole = await own.measure('--record', 'whole');
      delayMs = 40;
      const args = ['run', '--no-history', '--json', '--record', 'kept'];
      const { child, ended } = start(own.path, args);
      await untilKept('kept', 3);
      child.kill(signal);
      const interrupted = await ended;
      expect([interrupted.code, interrupted.stdout]).toEqual([code, '']);
      expect(interrupted.stderr).toBe(
        [
          '',
          'stopping; once more ends it at once',
          'interrupted; the runs that were finished are kept. Go on with:',
          '  whichtool run --resume --no-history --json --record kept',
          '',
        ].join('\n'),
      );
      const before = kept('kept');
      expect(before.size).toBeLessThan(TESTS * RUNS);
      expect(own.list('kept').filter((name) => name.endsWith('.lock'))).toEqual([]);
      await requireNone(MARK);
      delayMs = 0;
      const resumed = await own.measure('--record', 'kept', '--resume');
      expect(resumed).toEqual(whole);
      for (const [name, text] of before) expect(kept('kept').get(name)).toBe(text);
    },
  );

  it('that comes twice ends it at once, with servers that are ended after it', async () => {
    delayMs = 5000;
    const { child, ended } = start(own.path, ['run', '--no-history']);
    await vi.waitFor(() => expect(existsSync(join(own.path, '.whichtool/live'))).toBe(true), {
      timeout: 60_000,
      interval: 5,
    });
    child.kill('SIGINT');
    const said = new Promise((done) => child.stderr?.once('data', done));
    await said;
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    await requireNone(MARK);
  });

  it('while servers start for a resumed run is no failure', async () => {
    await own.measure('--record', 'kept');
    const { child, ended } = start(own.path, ['run', '--record', 'kept', '--resume']);
    await untilLocked('kept');
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining('Go on with:')]);
    expect(kept('kept').size).toBe(TESTS * RUNS);
    await requireNone(MARK);
  });
});

async function untilLocked(folder: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (!own.list(folder).some((name) => name.endsWith('.lock'))) throw new Error('wait');
    },
    { timeout: 60_000, interval: 1 },
  );
}

it('refuses a second process on the same runs, and leaves the first alone', async () => {
  delayMs = 130;
  const { ended } = start(own.path, ['run', '--no-history', '--record', 'kept']);
  await untilKept('kept', 1);
  const second = await own.run('run', '--record', 'kept', '--resume');
  expect([second.code, second.stdout]).toEqual([2, '']);
  expect(second.stderr).toContain('another whichtool process is making these runs [RUN_LOCKED]');
  expect((await ended).code).toBe(0);
  expect(kept('kept').size).toBe(TESTS * RUNS);
});
