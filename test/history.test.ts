import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, type Ran, whichtool, workspace } from './support/cli.ts';
import { BAD, GOOD, SUITE } from './support/research.ts';

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  folder = workspace({ 'whichtool.yaml': SUITE, 'good.json': GOOD, 'bad.json': BAD });
});
afterEach(() => folder.remove());

const call = (...args: string[]): Promise<Ran> => whichtool(args, { cwd: folder.path });
const path = (...parts: string[]): string => join(folder.path, '.whichtool', ...parts);
const list = async (): Promise<readonly { id: number; name?: string; unreadable?: string }[]> =>
  JSON.parse((await call('runs', 'list', '--json')).stdout);

describe('the history', () => {
  it('keeps every run: name, suite, verdict, and a report with the bytes of --reporter json', async () => {
    const good = await call(
      'run',
      '--traces',
      'good.json',
      '--reporter',
      'json',
      '--name',
      'before',
    );
    expect(good.stderr).toBe('');
    expect((await call('run', '--traces', 'bad.json')).code).toBe(1);
    expect(readFileSync(path('runs/1/report.json'), 'utf8')).toBe(good.stdout);
    // What is kept is copied; without it the report is written afresh.
    const unkept = await call('run', '--traces', 'good.json', '--json', '--no-history');
    expect(unkept.stdout).toBe(good.stdout);
    const [second, first] = await list();
    expect(first).toMatchObject({
      id: 1,
      name: 'before',
      verdict: 'pass',
      revision: null,
      suites: [{ file: 'whichtool.yaml' }],
    });
    expect(second).toMatchObject({ id: 2, name: null, verdict: 'fail' });
    const table = (await call('runs')).stdout.split('\n').map((line) => line.trim());
    expect(table).toEqual([
      expect.stringMatching(/^│ run +started \(UTC\) +verdict +gates +revision +name$/),
      expect.stringMatching(/^│ +2 +\d{4}-\d\d-\d\d \d\d:\d\d +✗ FAIL +0 of 1$/),
      expect.stringMatching(/^│ +1 +\d{4}-\d\d-\d\d \d\d:\d\d +✓ PASS +1 of 1 +before$/),
      '',
    ]);
  });

  it('shows a kept run as the run did, with its exit code', async () => {
    const ran = await call('run', '--traces', 'bad.json', '--name', 'x');
    for (const asked of ['1', 'x']) {
      const shown = await call('runs', 'show', asked);
      expect(shown).toMatchObject({ code: 1, stdout: ran.stdout });
      expect(shown.stderr).toMatch(/^run 1 "x" · .* UTC · whichtool\.yaml · whichtool /);
    }
    const refused = await call('runs', 'show', '2');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('HISTORY_NO_RUN');
  });

  it('removes old runs when told which', async () => {
    for (let run = 0; run < 3; run++) await call('run', '--traces', 'good.json');
    expect((await call('runs', 'prune', '--older-than', '1d')).stdout).toBe(
      'removed 0 runs, 3 left\n',
    );
    expect((await call('runs', 'prune', '--keep', '2')).stdout).toBe('removed 1 run, 2 left\n');
    expect((await list()).map(({ id }) => id)).toEqual([3, 2]);
    for (const flags of [
      [],
      ['--keep', '0'],
      ['--older-than', '5'],
      ['--keep', '1', '--older-than', '1d'],
    ]) {
      const refused = await call('runs', 'prune', ...flags);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('FLAG_PRUNE');
    }
  });

  it('keeps nothing with --no-history, nor of score and inspect, nor of a run that was refused', async () => {
    await call('run', '--traces', 'good.json', '--no-history');
    await call('score', 'good.json');
    await call('inspect', 'good.json');
    await call('run', '--traces', 'missing.json');
    expect((await call('run', '--traces', 'good.json', '--name', '17')).stderr).toContain(
      'FLAG_NAME',
    );
    expect(existsSync(path())).toBe(false);
    expect(await call('runs')).toMatchObject({ code: 0, stdout: '' });
  });

  it('lies at the root of the project and is found from below', async () => {
    folder.write('package.json', '{}');
    folder.write('deep/er/whichtool.yaml', SUITE);
    await call('run', 'deep/er', '--traces', 'good.json');
    expect((await call('runs', 'list', '--root', 'deep', '--json')).stdout).toContain(
      'deep/er/whichtool.yaml',
    );
    expect(readdirSync(path()).sort()).toEqual(['.gitignore', 'index.json', 'runs']);
  });
});

describe('what may go wrong with the history', () => {
  it('never changes the result of a run: where nothing can be written there is one warning', async () => {
    writeFileSync(path(), 'in the way');
    const ran = await call('run', '--traces', 'good.json');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('✓ PASS');
    expect(ran.stderr.match(/HISTORY_UNWRITABLE/g)).toHaveLength(1);
  });

  it('survives a disk that takes only a part of the report', async () => {
    // A limit on the size of files ends a write in the middle, as a full disk does.
    const child = spawn(
      'bash',
      ['-c', 'ulimit -f 2; exec "$0" "$@"', process.execPath, CLI, 'run', '--traces', 'bad.json'],
      { cwd: folder.path, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    expect(await new Promise((done) => child.on('close', done))).toBe(1);
    expect(stderr).toContain('HISTORY_UNWRITABLE');
    expect(readdirSync(path('runs'))).toEqual([]);
    await call('run', '--traces', 'bad.json');
    expect(await list()).toMatchObject([{ id: 1, verdict: 'fail' }]);
  });

  it('keeps the runs of several processes at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => call('run', '--traces', 'good.json', '--name', `p${i}`)),
    );
    const runs = await list();
    expect(runs.map(({ id }) => id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(runs.map(({ name }) => name)).size).toBe(8);
  });

  it('lists a damaged run as unreadable, shows what is left of it, and goes on', async () => {
    for (let run = 0; run < 2; run++) await call('run', '--traces', 'good.json');
    writeFileSync(path('runs/1/run.json'), '\u001b[2J{');
    expect((await call('runs')).stdout).toMatch(/ 1 +! unreadable\n  │   run\.json is not JSON/);
    const shown = await call('runs', 'show', '1');
    expect(shown.code).toBe(0);
    expect(shown.stderr).toContain('HISTORY_DAMAGED');
    writeFileSync(
      path('runs/2/report.json'),
      readFileSync(path('runs/2/report.json')).subarray(0, 99),
    );
    const refused = await call('runs', 'show', '2');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('REPORT_INVALID');
  });
});
