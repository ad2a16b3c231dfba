import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentOf, loopback, type Project, project, testOf } from './support/driving.ts';

/** A program that calls the right tool, whatever it is asked. */
const AGENT = `console.log(JSON.stringify({ tool_calls: [{ name: 'right' }] }));\n`;

function programOf(more: object = {}): object {
  return {
    agents: { desk: { command: [process.execPath, 'agent.mjs'], ...more } },
    tests: [testOf('a')],
  };
}

function cassetteOf(own: Project): string {
  const name = own.list('kept').find((one) => one.endsWith('.json')) ?? '';
  return join('kept', name);
}

/** Rewrites the cassette of the only run. */
function edit(own: Project, change: (cassette: Cassette) => void): void {
  const path = cassetteOf(own);
  const cassette = JSON.parse(own.read(path)) as Cassette;
  change(cassette);
  own.write(path, JSON.stringify(cassette));
}

interface Cassette {
  tool_calls: { name: string }[];
  cassette: { sha256?: string; fingerprint: { code?: string } };
}

const replayed = async (own: Project): Promise<unknown> => {
  const { code, report } = await own.measure('--replay', 'kept');
  return [code, report.issues.map((issue) => `${issue.code} ${issue.message}`)];
};

describe('changed code is stale', () => {
  const CHANGED = 'CASSETTE_STALE "a", run 1: the code of the agent changed since it was recorded';

  it('of a program, by the files among its words', async () => {
    const own = project(programOf(), { files: { 'agent.mjs': AGENT } });
    expect((await own.measure('--record', 'kept')).code).toBe(0);
    own.write('agent.mjs', AGENT.replaceAll('\n', '\r\n'));
    expect(await replayed(own)).toEqual([0, []]);
    own.write('agent.mjs', AGENT.replace('right', 'wrong'));
    expect(await replayed(own)).toEqual([3, [CHANGED]]);
    expect((await own.measure('--record', 'kept', '--only-missing')).code).toBe(1);
    const unseen = 'NAME_NEVER_SEEN `right` was never called or offered';
    expect(await replayed(own)).toEqual([1, [unseen]]);
    rmSync(join(own.path, 'agent.mjs'));
    expect(await replayed(own)).toEqual([3, [CHANGED]]);
  });

  it('of a function, by its module', async () => {
    const own = project(
      { agents: { desk: { module: './agent.mjs#run' } }, tests: [testOf('a')] },
      { files: { 'agent.mjs': `export const run = () => ({ tool_calls: [{ name: 'right' }] });` } },
    );
    expect((await own.measure('--record', 'kept')).code).toBe(0);
    own.write('agent.mjs', `export const run = () => ({ tool_calls: [{ name: 'wrong' }] });`);
    expect(await replayed(own)).toEqual([3, [CHANGED]]);
  });

  it('of what it watches: files, folders and patterns', async () => {
    const own = project(programOf({ watch: ['lib', 'prompts/*.txt'] }), {
      files: { 'agent.mjs': AGENT, 'lib/a.mjs': '1', 'lib/deep/b.py': '2', 'prompts/c.txt': '3' },
    });
    expect((await own.measure('--record', 'kept')).code).toBe(0);
    expect(await replayed(own)).toEqual([0, []]);
    for (const name of ['lib/deep/b.py', 'prompts/c.txt']) {
      const before = own.read(name);
      own.write(name, 'other');
      expect(await replayed(own)).toEqual([3, [CHANGED]]);
      own.write(name, before);
    }
    own.write('lib/new.mjs', '');
    expect(await replayed(own)).toEqual([3, [CHANGED]]);
  });

  it('and a path to watch that is not there, or outside, is unusable', async () => {
    const own = project(programOf({ watch: 'nowhere.txt' }), { files: { 'agent.mjs': AGENT } });
    expect(await own.run('run')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('watch'),
    });
    own.write('whichtool.yaml', programOf({ watch: ['../elsewhere'] }));
    expect(await own.run('validate')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SUITE_PATH_OUTSIDE'),
    });
  });

  it('but an interpreter inside the project is not its code', async () => {
    const own = project(
      { agents: { desk: { command: ['./bin/node', 'agent.mjs'] } }, tests: [testOf('a')] },
      {
        files: {
          'agent.mjs': AGENT,
          'bin/node': `#!/bin/sh\nexec "${process.execPath}" "$@"\n`,
        },
      },
    );
    const { chmodSync } = await import('node:fs');
    chmodSync(join(own.path, 'bin/node'), 0o755);
    expect((await own.measure('--record', 'kept')).code).toBe(0);
    own.write('bin/node', `#!/bin/sh\n# another version\nexec "${process.execPath}" "$@"\n`);
    expect(await replayed(own)).toEqual([0, []]);
  });

  it('a cassette of an older version, without hashes, is measured with a warning', async () => {
    const own = project(programOf(), { files: { 'agent.mjs': AGENT } });
    await own.measure('--record', 'kept');
    edit(own, ({ cassette }) => {
      delete cassette.sha256;
      delete cassette.fingerprint.code;
    });
    expect(await replayed(own)).toEqual([
      0,
      [
        'CASSETTE_UNHASHED "a": an older version recorded this; changed code or edited calls are not seen',
      ],
    ]);
  });
});

describe('a cassette that was edited', () => {
  it('is not measured, and is made again', async () => {
    const model = await loopback();
    const own = project({ agents: { desk: agentOf(model) }, tests: [testOf('a')] });
    expect((await own.measure('--record', 'kept')).code).toBe(0);
    // Another formatting of the same content is not an edit.
    edit(own, () => {});
    expect(await replayed(own)).toEqual([0, []]);
    edit(own, (cassette) => {
      cassette.tool_calls = [{ name: 'wrong' }];
    });
    expect(await replayed(own)).toEqual([
      3,
      ['CASSETTE_CHANGED "a", run 1: the cassette was edited since it was recorded'],
    ]);
    const asked = model.stats.requests;
    expect((await own.measure('--record', 'kept', '--only-missing')).code).toBe(0);
    expect(model.stats.requests).toBeGreaterThan(asked);
    expect(await replayed(own)).toEqual([0, []]);
  });
});

describe('one seed is one sample', () => {
  it('every run has a seed of its own', async () => {
    const model = await loopback();
    const own = project({
      agents: { desk: agentOf(model, { seed: 40 }) },
      tests: [testOf('a', { runs: 3 })],
    });
    await own.measure('--record', 'kept', '--concurrency', '1');
    const seeds = own
      .list('kept')
      .filter((name) => name.endsWith('.json'))
      .map((name) => {
        const { cassette } = JSON.parse(own.read(join('kept', name))) as {
          cassette: { exchanges: { request?: { seed: number } }[] };
        };
        return cassette.exchanges[0]?.request?.seed;
      });
    expect(seeds).toEqual([40, 41, 42]);
  });

  it('answers that repeat each other are counted and warned of', async () => {
    let run = 0;
    const model = await loopback({
      decide: ({ answer }) => {
        if (answer === 1) return { calls: [{ name: 'right' }] };
        run += 1;
        return { text: run === 1 ? 'first' : 'again' };
      },
    });
    const own = project({
      agents: { desk: agentOf(model) },
      tests: [testOf('a', { runs: 4 }), testOf('b')],
    });
    const live = await own.measure('--record', 'kept', '--concurrency', '1');
    expect(live.report.issues).toMatchObject([
      {
        code: 'RUNS_IDENTICAL',
        message:
          '"a": 2 of 4 runs repeat the answer of an earlier run; pass^4 and certified gates count each as a sample',
      },
    ]);
    expect((await own.measure('--replay', 'kept')).bytes).toBe(live.bytes);
  });
});
