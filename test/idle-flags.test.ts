import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl } from './support/cli.ts';
import { project, serverOf } from './support/driving.ts';

const RECORDED = {
  name: 'recorded',
  traces: 'run.json',
  function_call_coverage: { function_calls: ['right'] },
};
const FILES = {
  'run.json': JSON.stringify({ tool_calls: [{ name: 'right' }] }),
  'rows.jsonl': jsonl({ id: 'a', expected_tool: 'right', tool_calls: [{ name: 'right' }] }),
};
const DRIVEN = { name: 'driven', agent: 'desk', prompt: 'the right one', no_tools: true };
const EVAL = { name: 'rows', dataset: 'rows.jsonl', scorers: [{ type: 'tool_name_match' }] };
const LEXICAL = { desk: { model: 'lexical', catalog: 'tools.json' } };

const RECORDED_SUITE = { tests: [RECORDED] };
const LEXICAL_SUITE = { agents: LEXICAL, tests: [DRIVEN] };

describe('a flag that does nothing is refused', () => {
  it.each([
    ['--record kept', RECORDED_SUITE, 'all runs of these suites are recorded'],
    ['--replay kept', RECORDED_SUITE, 'all runs of these suites are recorded'],
    ['--record kept --only-missing', RECORDED_SUITE, 'all runs of these suites are recorded'],
    ['--resume', RECORDED_SUITE, 'all runs of these suites are recorded'],
    ['--max-cost 1', RECORDED_SUITE, 'all runs of these suites are recorded'],
    ['--seed 7', RECORDED_SUITE, 'all runs of these suites are recorded'],
    ['--seed 7', LEXICAL_SUITE, 'the agents of these suites are `lexical`'],
    ['--max-cost 1', LEXICAL_SUITE, 'the agents of these suites are `lexical`'],
    ['--record kept --traces run.json', LEXICAL_SUITE, '--traces replaces all runs'],
    ['--format native', LEXICAL_SUITE, 'these suites read no trace files'],
    ['--allow-torn-tail', LEXICAL_SUITE, 'these suites read no trace files'],
    ['--runs 3', { evals: [EVAL] }, 'no eval of these suites has runs'],
    ['--name nightly --no-history', RECORDED_SUITE, '--no-history keeps no run'],
  ])('%s', async (args, suite, why) => {
    const own = project(suite, { files: FILES });
    const { code, stdout, stderr } = await own.run('run', ...args.split(' '));
    const flag = args.split(' ').find((word) => word.startsWith('--'));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${flag} has no effect: ${why}`);
    expect(stderr).toContain('[FLAG_NO_EFFECT]');
    expect(existsSync(join(own.path, 'kept'))).toBe(false);
  });

  it('whatever --filter and --shard select, and only when no test honours it', async () => {
    const own = project({ agents: LEXICAL, tests: [RECORDED, DRIVEN] }, { files: FILES });
    for (const args of [
      ['--filter', 'recorded'],
      ['--shard', '1/2'],
      ['--shard', '2/2'],
    ]) {
      const { stderr } = await own.run('run', '--record', 'kept', '--format', 'native', ...args);
      expect(stderr).not.toContain('has no effect');
    }
  });

  it('by `tools` and `sample` too', async () => {
    const own = project(RECORDED_SUITE, { files: FILES });
    const tools = await own.run('tools', 'tools.json', '--format', 'native');
    const sample = await own.run('sample', 'run.json', '--min', '3', '--out', 'drawn');
    for (const { code, stderr } of [tools, sample])
      expect([code, stderr]).toEqual([2, expect.stringContaining('[FLAG_NO_EFFECT]')]);
  });
});

it('a program with mocked tools never starts the real server', async () => {
  const own = project(
    {
      servers: { shop: { command: process.execPath, args: ['shop.mjs'] } },
      agents: {
        desk: {
          command: [process.execPath, 'agent.mjs'],
          capture: 'otlp',
          servers: ['shop'],
          tools: 'mock',
          mocks: { right: 'canned' },
        },
      },
      tests: [DRIVEN],
    },
    {
      files: {
        'shop.mjs': `import { writeFileSync } from 'node:fs';\nwriteFileSync('started', '');\n${serverOf('right')}`,
        'agent.mjs': "import { writeFileSync } from 'node:fs';\nwriteFileSync('asked', '');\n",
      },
    },
  );
  const { code, stdout, stderr } = await own.run('run');
  expect([code, stdout + stderr]).toEqual([3, expect.stringContaining('[CAPTURE_NOTHING]')]);
  expect(existsSync(join(own.path, 'asked'))).toBe(true);
  expect(existsSync(join(own.path, 'started'))).toBe(false);
});
