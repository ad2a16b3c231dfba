import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { isFull } from './support/full.ts';
import { killWhileWriting, seeded } from './support/kill.ts';
import { BAD, SUITE } from './support/research.ts';

const CASES = 24;
const KILLS = isFull ? 24 : 8;
/** Words that differ by more than a number, or they would be near-duplicates. */
const word = (i: number): string => `${'abcdefghijklmnopqrstuvwxyz'[i]}`.repeat(3);
const TRACES = Array.from({ length: CASES }, (_, i) => ({
  input: `where is ${word(i)}`,
  tool_calls: [{ name: 'status', turn: 1 }],
}));

interface Answer {
  readonly expected_tool: string;
}

let folder: ReturnType<typeof workspace>;
let ids: readonly string[];
beforeEach(async () => {
  folder = workspace({
    't.jsonl': jsonl(...TRACES),
    'whichtool.yaml': SUITE.replace('runs: 1', ''),
    'bad.jsonl': `${BAD}\n`.repeat(400),
  });
  await ok('sample', 't.jsonl', '--unit', 'trace', '--out', 's');
  ids = lines('s/sample.jsonl').map(({ id }) => id as string);
  folder.write('all.jsonl', jsonl(...ids.map((id) => ({ id, expected_tool: 'status' }))));
});
afterEach(() => folder.remove());

const path = (...parts: string[]): string => join(folder.path, ...parts);
const call = (...args: string[]): Promise<Ran> => whichtool(args, { cwd: folder.path });

async function ok(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await call(...args);
  // What to do next is not a remark.
  expect({ code, stderr: stderr.replace(/^Next: .*\n(?: .*\n)*/, '') }).toEqual({
    code: 0,
    stderr: '',
  });
  return stdout;
}

/** The whole lines of a file; what follows the last line feed is torn. */
function lines(name: string): Record<string, unknown>[] {
  if (!existsSync(path(name))) return [];
  return readFileSync(path(name), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const importOf = (sheet: string): string[] => ['label', 'import', 's', sheet, '--reviewer', 'ann'];

/** A sheet with one label; so long that a kill can come in the middle of a write. */
function writeSheet(name: string, id: string | undefined, tool: string): void {
  folder.write(name, jsonl({ id, expected_tool: tool, rationale: 'x'.repeat(300_000) }));
}

describe('kill -9 while something is written', () => {
  it('loses no label that was acknowledged, and the next import repairs a torn line', async () => {
    const random = seeded(1);
    const acknowledged = new Set<string>();
    let kills = 0;
    for (let round = 0; kills < KILLS && round < 4 * KILLS; round++) {
      writeSheet('sheet.jsonl', ids[0], `tool_${round}`);
      const { killed, stdout } = await killWhileWriting([...importOf('sheet.jsonl'), '--revise'], {
        cwd: folder.path,
        folder: path('s/labels'),
        delayMs: 4 * random(),
      });
      if (killed) kills++;
      if (stdout.startsWith('1 labels added')) acknowledged.add(`tool_${round}`);
      const answers = lines('s/labels/ann.jsonl').map(({ answer }) => answer as Answer);
      const kept = new Set(answers.map(({ expected_tool: tool }) => tool));
      expect([...acknowledged].filter((tool) => !kept.has(tool))).toEqual([]);
    }
    expect(kills).toBe(KILLS);
    writeFileSync(path('s/labels/ann.jsonl'), '{"torn', { flag: 'a' });
    expect(await call(...importOf('all.jsonl'), '--revise')).toMatchObject({ code: 0 });
    expect(readFileSync(path('s/labels/ann.jsonl.torn'), 'utf8')).toContain('{"torn\n');
    expect(await ok('label', 'status', 's')).toContain(`ann  ${CASES}`);
    expect(readdirSync(path('s/labels')).sort()).toEqual(['ann.jsonl', 'ann.jsonl.torn']);
  });

  it('keeps whole runs in the history, and the index follows them', async () => {
    const random = seeded(2);
    const acknowledged: string[] = [];
    let kills = 0;
    for (let round = 0; kills < KILLS && round < 4 * KILLS; round++) {
      const { killed } = await killWhileWriting(
        ['run', '--traces', 'bad.jsonl', '--name', `n${round}`],
        { cwd: folder.path, folder: path('.whichtool/runs'), delayMs: 12 * random() },
      );
      if (killed) kills++;
      else acknowledged.push(`n${round}`);
      // What a kill leaves of the index, at worst.
      if (round % 3 === 0) writeFileSync(path('.whichtool/index.json'), '{"schemaVersion":1,"ru');
      if (round % 6 === 5) expect(await call('runs', 'list')).toMatchObject({ code: 0 });
    }
    expect(kills).toBe(KILLS);
    expect((await call('run', '--traces', 'bad.jsonl', '--name', 'after')).stderr).toBe('');
    const runs = JSON.parse(await ok('runs', 'list', '--json')) as {
      id: number;
      name: string;
      unreadable?: string;
    }[];
    expect(runs[0]).toMatchObject({ name: 'after' });
    const index = JSON.parse(readFileSync(path('.whichtool/index.json'), 'utf8')) as {
      runs: unknown[];
    };
    expect(index.runs).toHaveLength(runs.length);
    expect(runs.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
    expect(runs.filter(({ unreadable }) => unreadable !== undefined)).toEqual([]);
    for (const { id } of runs)
      expect((await call('runs', 'show', String(id))).stderr).not.toContain('HISTORY_DAMAGED');
  });

  it('never shows a half-written version of a dataset', async () => {
    await ok(...importOf('all.jsonl'));
    const whole = (await ok('dataset', 'commit', 's')).slice(0, 16);
    const bytes = filesOf(whole);
    const random = seeded(3);
    let kills = 0;
    for (let round = 0; kills < KILLS && round < 4 * KILLS; round++) {
      rmSync(path('s/versions', whole), { recursive: true, force: true });
      const { killed, stdout } = await killWhileWriting(['dataset', 'commit', 's'], {
        cwd: folder.path,
        folder: path('s/versions'),
        delayMs: 3 * random(),
      });
      if (killed) kills++;
      const there = readdirSync(path('s/versions')).filter((name) => !name.startsWith('.'));
      expect(there.filter((name) => name !== whole)).toEqual([]);
      if (stdout.startsWith(whole)) expect(there).toEqual([whole]);
      if (there.length > 0) expect(filesOf(whole)).toEqual(bytes);
      if (round % 6 === 0) await ok('dataset', 'list', 's');
    }
    expect(kills).toBe(KILLS);
    expect((await ok('dataset', 'commit', 's')).slice(0, 16)).toBe(whole);
    expect(filesOf(whole)).toEqual(bytes);
  });

  function filesOf(version: string): readonly string[] {
    return ['dataset.jsonl', 'manifest.json'].map((name) =>
      readFileSync(path('s/versions', version, name), 'utf8'),
    );
  }

  it('lets a sample be drawn again that has no manifest yet', async () => {
    const whole = readFileSync(path('s/manifest.json'), 'utf8');
    rmSync(path('s/manifest.json'));
    expect((await call('label', 'status', 's')).stderr).toContain('SAMPLE_INVALID');
    await ok('sample', 't.jsonl', '--unit', 'trace', '--out', 's');
    expect(readFileSync(path('s/manifest.json'), 'utf8')).toBe(whole);
  });
});

it('keeps every label of several imports at once that find the lock of a killed one', async () => {
  const gone = execFileSync('sh', ['-c', 'echo $$']).toString().trim();
  folder.write('s/labels/ann.jsonl.lock', `${hostname()} ${gone}\n`);
  const some = ids.slice(0, 6);
  for (const id of some) writeSheet(`${id}.jsonl`, id, 'status');
  const all = await Promise.all(some.map((id) => call(...importOf(`${id}.jsonl`))));
  expect(all.map(({ stdout }) => stdout.slice(0, 14))).toEqual(all.map(() => '1 labels added'));
  const kept = lines('s/labels/ann.jsonl').map((label) => label.case as string);
  expect(kept.sort()).toEqual(some.toSorted());
});

const HAS_DISK = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
if (!HAS_DISK) process.stderr.write('crash: no test of a full disk, nothing can be mounted here\n');

it.skipIf(!HAS_DISK)('a full disk stops an import, a commit and a run, and changes nothing', () => {
  folder.write('disk/.keep', '');
  writeSheet('other.jsonl', ids[0], 'cancel');
  // The disk is seen by this shell alone, and gone with it. Of each command: how it ended and the code that it printed.
  const script = `
    mount -t tmpfs -o size=1m none disk && cp -r s whichtool.yaml bad.jsonl all.jsonl other.jsonl disk && cd disk
    whichtool() { "${process.execPath}" "${CLI}" "$@" > ../out 2> ../err; echo "$1 $?" $(grep -o '\\[[A-Z_]*\\]' ../err); }
    whichtool label import s all.jsonl --reviewer ann
    cp s/labels/ann.jsonl ..
    dd if=/dev/zero of=filler bs=4k 2> /dev/null
    whichtool label import s other.jsonl --reviewer ann --revise
    cmp s/labels/ann.jsonl ../ann.jsonl; ls -A s/labels
    whichtool dataset commit s; ls -A s/versions
    whichtool run --traces bad.jsonl; ls -A .whichtool/runs
    rm filler
    whichtool label import s all.jsonl --reviewer ben
    whichtool dataset commit s
    whichtool run --traces bad.jsonl; ls -A .whichtool/runs`;
  const { stdout, stderr } = spawnSync('unshare', ['-rm', 'bash', '-c', script], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expect([stdout.split('\n'), stderr]).toEqual([
    [
      'label 0',
      'label 3 [OUTPUT_UNWRITABLE]',
      'ann.jsonl',
      'dataset 3 [OUTPUT_UNWRITABLE]',
      'run 1 [HISTORY_UNWRITABLE]',
      'label 0',
      'dataset 0',
      'run 1',
      '1',
      '',
    ],
    '',
  ]);
});

describe('a flipped byte', () => {
  function flip(name: string, at: number): void {
    const bytes = readFileSync(path(name));
    bytes[at]! ^= 1;
    writeFileSync(path(name), bytes);
  }

  it('is told of, wherever it matters', async () => {
    await ok(...importOf('all.jsonl'));
    const version = `s/versions/${(await ok('dataset', 'commit', 's')).slice(0, 16)}`;
    await call('run', '--traces', 'bad.jsonl');
    const told = async (name: string, at: string, args: string): Promise<string> => {
      const bytes = readFileSync(path(name));
      flip(name, bytes.indexOf(at));
      const { code, stdout, stderr } = await call(...args.split(' '));
      writeFileSync(path(name), bytes);
      return `${code} ${/unreadable|[A-Z]+_[A-Z]+/.exec(stderr + stdout)?.[0]}`;
    };
    const run = '.whichtool/runs/1';
    expect(await told(`${run}/run.json`, '"suites"', 'runs list')).toBe('0 unreadable');
    expect(await told(`${run}/report.json`, '"evals"', 'runs show 1')).toBe('2 HISTORY_DAMAGED');
    expect(await told('s/labels/ann.jsonl', '{', 'label status s')).toBe('0 LABEL_LINE');
    expect(await told('s/sample.jsonl', '{', 'label status s')).toBe('2 SAMPLE_INVALID');
    expect(await told('s/manifest.json', 'kind', 'label status s')).toBe('2 SAMPLE_INVALID');
    for (const file of ['manifest.json', 'dataset.jsonl'])
      expect(await told(`${version}/${file}`, 's', 'dataset list s')).toBe('3 DATASET_CORRUPT');
  });

  it('anywhere in any file never ends in a crash', async () => {
    await call(...importOf('all.jsonl'));
    const version = (await ok('dataset', 'commit', 's')).slice(0, 16);
    const files = [
      's/labels/ann.jsonl',
      's/sample.jsonl',
      's/manifest.json',
      `s/versions/${version}/manifest.json`,
    ];
    const random = seeded(4);
    for (const name of files) {
      const bytes = readFileSync(path(name));
      for (let round = 0; round < 3; round++) {
        flip(name, Math.floor(random() * bytes.length));
        const { code, stderr } = await call('dataset', 'commit', 's', '--partial');
        expect([0, 2]).toContain(code);
        if (code !== 0) expect(stderr).toMatch(/\[[A-Z_]+\]/);
        writeFileSync(path(name), bytes);
      }
    }
  });
});
