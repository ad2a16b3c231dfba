import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

async function run(files: Record<string, string>, ...args: readonly string[]): Promise<Ran> {
  folder = workspace(files);
  return await whichtool(args, { cwd: folder.path });
}

const test = (name: string, more = ''): string => `  - name: ${name}
    function_call_coverage: { function_calls: [search] }
${more}`;

const TRACES = jsonl(
  { test: 'one', tool_calls: [{ name: 'search', requester: 'assistant' }] },
  { test: 'two', tool_calls: [{ name: 'search' }, { name: 'cancel', requester: 'user' }] },
);

describe('a requester that no call has', () => {
  const files = { 'whichtool.yaml': `tests:\n${test('one')}${test('two')}`, 't.jsonl': TRACES };

  it.each([
    ['run', ['run', '--traces', 't.jsonl', '--requester', 'usr']],
    ['score', ['score', 't.jsonl', '--require', 'search', '--requester', 'usr']],
    ['inspect', ['inspect', 't.jsonl', '--requester', 'usr']],
    ['convert', ['convert', 't.jsonl', '--requester', 'agent,usr']],
    ['sample', ['sample', 't.jsonl', '--size', '1', '--requester', 'usr', '--out', 'sample']],
  ])('is refused by %s', async (_command, args) => {
    const { code, stderr } = await run(files, ...args);
    expect(stderr).toContain('no call of any selected run has the requester "usr"');
    expect(stderr).toContain('REQUESTER_UNKNOWN');
    expect(code).toBe(2);
  });

  it('is refused where a suite names it, though another test names one that exists', async () => {
    const suite = `tests:\n${test('one', '    requester: usr\n')}${test('two', '    requester: [agent, user]\n')}`;
    const { code, stderr } = await run(
      { 'whichtool.yaml': suite, 't.jsonl': TRACES },
      'run',
      '--traces',
      't.jsonl',
    );
    expect(stderr).toContain('"usr"');
    expect(code).toBe(2);
  });

  it('is not missing where some other selected run has it', async () => {
    const { code, stderr } = await run(
      files,
      'run',
      '--traces',
      't.jsonl',
      '--requester',
      'agent,user',
    );
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('REQUESTER')]);
  });

  it.each(['agent', 'assistant'])('%s is the agent, however it is recorded', async (name) => {
    const args = ['score', 't.jsonl', '--require', 'search', '--requester', name, '--json'];
    const { code, stdout } = await run(files, ...args);
    expect(code).toBe(0);
    const { scores } = JSON.parse(stdout) as { scores: { metrics: Record<string, number> }[] };
    expect(scores[0]?.metrics).toMatchObject({
      all_required_calls_made: 1,
      num_unrequired_calls: 0,
    });
  });

  it('is decided when shards are merged, with the bytes of the whole run', async () => {
    folder = workspace(files);
    const go = async (...args: readonly string[]): Promise<Ran> =>
      await whichtool(args, { cwd: folder.path });
    const base = ['run', '--traces', 't.jsonl', '--no-history'];
    for (const requester of ['agent,user', 'agent,usr']) {
      for (const shard of [1, 2]) {
        const flags = ['--requester', requester, '--shard', `${shard}/2`];
        const { code } = await go(...base, ...flags, '--reporter', `json=${shard}.json`);
        expect(code).toBe(0);
      }
      const merged = await go('merge-reports', '1.json', '2.json');
      if (requester === 'agent,usr') {
        expect(merged.code).toBe(2);
        expect(merged.stderr).toContain('REQUESTER_UNKNOWN');
      } else {
        await go(...base, '--requester', requester, '--reporter', 'json=whole.json');
        expect(merged.stdout).toBe(readFileSync(join(folder.path, 'whole.json'), 'utf8'));
      }
    }
  });
});

it('refuses to choose between several default suites', async () => {
  const suite = `tests:\n${test('one')}`;
  const { code, stderr } = await run(
    { 'whichtool.yaml': suite, 'whichtool.json': '{}', 't.jsonl': TRACES },
    'run',
    '--traces',
    't.jsonl',
  );
  expect(stderr).toContain('whichtool.yaml and whichtool.json are both here');
  expect(code).toBe(2);
});

it('says beside the gate that a call of another spelling is not matched by a forbidden tool', async () => {
  const suite = 'tests:\n  - { name: one, forbidden: [shell.exec] }\n';
  const traces = jsonl({ tool_calls: [{ name: 'Exec', server: 'shell' }] });
  const { code, stdout } = await run(
    { 'whichtool.yaml': suite, 't.jsonl': traces },
    'run',
    '--traces',
    't.jsonl',
  );
  expect(stdout).toContain('a call of `shell.Exec` is not matched by forbidden `shell.exec`');
  expect(code).toBe(0);
});
