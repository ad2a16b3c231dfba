import { afterEach, describe, expect, it, test } from 'vitest';
import type { DriftReport } from '../src/core/index.ts';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

/** So many runs that call these tools. */
function runs(count: number, ...tools: string[]): object[] {
  return Array.from({ length: count }, () => ({ tool_calls: tools.map((name) => ({ name })) }));
}

function open(before: readonly object[], after: readonly object[]): void {
  folder = workspace({ 'a.jsonl': jsonl(...before), 'b.jsonl': jsonl(...after) });
}

function drift(...flags: string[]): Promise<Ran> {
  return whichtool(['drift', 'a.jsonl', 'b.jsonl', ...flags], { cwd: folder.path });
}

async function reportOf(...flags: string[]): Promise<DriftReport> {
  return JSON.parse((await drift('--json', ...flags)).stdout) as DriftReport;
}

const MOVED = [
  [...runs(60, 'search'), ...runs(40, 'fetch')],
  [...runs(30, 'search'), ...runs(70, 'fetch')],
] as const;

describe('exit codes', () => {
  test.each([
    ['nothing is asked', MOVED, [], 0],
    ['a tool moved by more', MOVED, ['--max-drift', '5%'], 1],
    ['no tool moved by more', MOVED, ['--max-drift', '0.3'], 0],
    ['tools drifted', MOVED, ['--threshold', 'drift.tools=0'], 1],
    ['a cost is not recorded', MOVED, ['--threshold', 'drift.cost.factor=2'], 3],
    ['runs are too few', [runs(3, 'a'), runs(3, 'a')], ['--threshold', 'drift.tools=0'], 5],
    [
      'chance may explain it',
      [
        [...runs(5, 'a'), ...runs(5, 'b')],
        [...runs(7, 'a'), ...runs(3, 'b')],
      ],
      ['--max-drift', '5%'],
      5,
    ],
    ['a run crashed', [MOVED[0], [...MOVED[1], { tool_calls: [], error: 'x' }]], [], 3],
    [
      'it may have',
      [MOVED[0], [...MOVED[1], { tool_calls: [], error: 'x' }]],
      ['--max-errors', '1'],
      0,
    ],
    [
      'a run is partial',
      [MOVED[0], [...MOVED[0], { tool_calls: [], partial: true }]],
      ['--threshold', 'drift.tools=0'],
      3,
    ],
    ['it is not a share', MOVED, ['--max-drift', '5'], 2],
    ['it is not a figure', MOVED, ['--threshold', 'drift.tool=0'], 2],
    ['it is a figure of inspect', MOVED, ['--threshold', 'failed.calls=0'], 2],
  ] as const)('where %s', async (_, [before, after], flags, code) => {
    open(before, after);
    expect((await drift(...flags)).code).toBe(code);
  });

  it('says which figures there are, and which was perhaps meant', async () => {
    open(...MOVED);
    expect((await drift('--threshold', 'drift.tool=0')).stderr).toContain(
      'did you mean drift.tools?',
    );
    expect((await drift('--threshold', 'x=0')).stderr).toContain('drift.max_share');
  });

  it('needs two piles that have runs', async () => {
    folder = workspace({ 'a.jsonl': jsonl(...runs(2, 'a')), 'empty.jsonl': '' });
    const call = (...args: string[]): Promise<Ran> =>
      whichtool(['drift', ...args], { cwd: folder.path });
    expect((await call('a.jsonl')).code).toBe(2);
    expect((await call('a.jsonl', 'missing.jsonl')).code).toBe(2);
    expect((await call('a.jsonl', 'empty.jsonl')).code).toBe(2);
    expect((await call('-', '-')).stderr).toContain('one of the two piles, not both');
  });
});

it('says what changed in a report of its own', async () => {
  open(...MOVED);
  const report = await reportOf('--threshold', 'drift.tools=0', '--max-drift', '20%');
  expect(report).toMatchObject({
    schemaVersion: 1,
    kind: 'drift',
    verdict: 'fail',
    before: { source: 'a.jsonl', runs: { measured: 100, errors: 0, partial: 0 }, tools: 2 },
    after: { source: 'b.jsonl', runs: { measured: 100 }, calls: 100 },
    rules: { level: 0.05, minChange: 0, tests: 2, canDiffer: true },
    metrics: { 'drift.tools': 2, 'drift.max_share': 0.3, 'drift.cost.factor': null },
    gates: [
      { metric: 'drift.tools', outcome: 'fail', note: 'fetch, search' },
      { metric: 'drift.max_share', outcome: 'fail', value: 0.2, observed: 0.3 },
    ],
  });
  expect(report.tools.items[0]).toMatchObject({
    tool: 'fetch',
    difference: 0.3,
    where: { before: 'a.jsonl:61', after: 'b.jsonl:31' },
  });
  expect(Object.keys(report.metrics)).toEqual(Object.keys(report.units));
});

it('takes folders, globs and standard input, and gives the same bytes', async () => {
  const [before, after] = MOVED;
  folder = workspace({
    'old/1.jsonl': jsonl(...before.slice(0, 30)),
    'old/2.jsonl': jsonl(...before.slice(30)),
    'new.jsonl': jsonl(...after),
  });
  const tools = async (one: string, input?: string): Promise<unknown> => {
    const ran = await whichtool(['drift', one, 'new.jsonl', '--json'], {
      cwd: folder.path,
      ...(input === undefined ? {} : { input }),
    });
    const { tools: all, rates, metrics } = JSON.parse(ran.stdout) as DriftReport;
    const places = all.items.map(({ where: _where, ...tool }) => tool);
    return [places, rates.map(({ change }) => change), metrics];
  };
  const expected = await tools('old');
  expect(await tools('old/*.jsonl')).toEqual(expected);
  expect(await tools('-', jsonl(...before))).toEqual(expected);
});

it('is not moved by a change that is smaller than asked for', async () => {
  open(...MOVED);
  expect((await reportOf('--min-change', '31%')).metrics['drift.tools']).toBe(0);
  expect((await reportOf('--min-change', '30%')).metrics['drift.tools']).toBe(2);
});

it('replaces secrets in names', async () => {
  const key = `sk-proj-${'a1B2c3D4'.repeat(6)}`;
  open(runs(5, 'a'), runs(5, key));
  expect((await drift('--json')).stdout).not.toContain(key);
  expect((await drift('--json', '--no-redact')).stdout).toContain(key);
});

it('leaves out what a simulated user calls, unless it is asked for', async () => {
  const call = (requester: string): object => ({ tool_calls: [{ name: requester, requester }] });
  open([call('user'), call('agent')], [call('user')]);
  expect((await reportOf()).tools.items.map(({ tool }) => tool)).toEqual(['agent']);
  const [user] = (await reportOf('--requester', 'user')).tools.items;
  expect(user).toMatchObject({ tool: 'user', before: { k: 1, n: 2 }, after: { k: 1, n: 1 } });
  expect((await drift('--requester', 'usr')).code).toBe(2);
});

it('compares piles that are recorded in different formats', async () => {
  const message = {
    messages: [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'found' },
      { role: 'assistant', content: 'done' },
    ],
  };
  const served = Array.from({ length: 4 }, () => ({
    tool_calls: [{ name: 'search', server: 'brave' }],
  }));
  open([message, message, message, message], served);
  const report = await reportOf();
  expect(report.tools.items).toMatchObject([
    { tool: 'brave.search', presence: 'both', difference: 0 },
  ]);
  expect(report.before.formats).toMatchObject([{ format: 'openai-chat' }]);
});
