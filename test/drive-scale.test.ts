import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl } from './support/cli.ts';
import { agentOf, loopback, project, published, testOf } from './support/driving.ts';
import { isFull } from './support/full.ts';

const LEXICAL = { model: 'lexical', catalog: 'tools.json' };

describe('how many there are', () => {
  it('hundreds of tests are driven, kept, and replayed with the same bytes', async () => {
    const count = isFull ? 1000 : 250;
    const tests = Array.from({ length: count }, (_, index) => testOf(`the right one, ${index}`));
    const agent = agentOf(await loopback({ keeps: false }), { tools: 'select' });
    const own = project({ agents: { desk: agent }, tests });
    const live = await own.measure('--record', 'kept', '--concurrency', '16');
    expect([live.code, live.report.tests.length, live.report.issues]).toEqual([0, count, []]);
    expect(own.list('kept').filter((name) => name.endsWith('.json'))).toHaveLength(count);
    expect((await own.measure('--replay', 'kept')).bytes).toBe(live.bytes);
  });

  it('none is a mistake, an empty shard is not, and one row is enough', async () => {
    const model = await loopback();
    const own = project(
      {
        agents: { desk: agentOf(model) },
        evals: [
          {
            name: 'rows',
            agent: 'desk',
            dataset: 'rows.jsonl',
            scorers: [{ type: 'tool_name_match' }],
            expect: [{ tool_name_match: { '==': 1 } }],
          },
        ],
      },
      { files: { 'rows.jsonl': jsonl({ input: 'x', expected_tool: 'right' }) } },
    );
    const none = await own.run('run', '--filter', 'nothing');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('NOTHING_SELECTED')]);
    const empty = await own.measure('--shard', '2/2');
    expect([empty.code, empty.report.evals, model.stats.requests]).toEqual([0, [], 0]);
    expect((await own.measure()).report.evals[0]?.cases).toMatchObject([
      { id: '1', verdict: 'pass' },
    ]);
    own.write('rows.jsonl', '');
    expect((await own.run('run')).code).toBe(2);
  });
});

it('an agent without tools is asked without any, and may not call one', async () => {
  const model = await loopback();
  const agent = { model: 'openai-compatible:m', base_url: model.baseUrls['openai-compatible'] };
  const own = project({ agents: { desk: agent }, tests: [testOf('a', { no_tools: true })] });
  const { code } = await own.measure();
  expect(code).toBe(1);
  expect(model.requests.map(({ body }) => 'tools' in body)).toEqual([false, false]);
});

it('a result of a megabyte reaches the model, and twice as much is cut and told', async () => {
  const lengths: number[] = [];
  const model = await loopback({
    decide: ({ user, turns, answer }) => {
      if (answer === 1)
        return { calls: [{ name: 'read_text_file', arguments: { path: `${user}.txt` } }] };
      const last = turns.at(-1);
      lengths.push(last?.role === 'tool' ? last.text.length : 0);
      return { text: 'done' };
    },
  });
  const read = { function_call_coverage: { function_calls: ['files.read_text_file'] } };
  const own = project({
    servers: { files: published('filesystem', ['.']) },
    agents: {
      desk: {
        model: 'openai-compatible:m',
        base_url: model.baseUrls['openai-compatible'],
        servers: ['files'],
      },
    },
    tests: ['one', 'two'].map((name) => testOf(name, { prompt: name, ...read })),
  });
  own.write('one.txt', 'a b '.repeat(250_000));
  own.write('two.txt', 'a b '.repeat(500_000));
  const { code, report } = await own.measure('--concurrency', '1');
  expect([
    code,
    report.issues.map(({ code: one, message }) => `${one} ${message.slice(0, 12)}`),
  ]).toEqual([0, ['MCP_RESULT_CUT "two", run 1']]);
  expect(lengths[0]).toBe(1_000_000);
  expect(lengths[1]).toBeLessThan(1_100_000);
});

describe('names of any kind', () => {
  const NAMES = [
    '../../etc/passwd',
    '..',
    '.',
    'a/b',
    'a\\b',
    'A B',
    'a b',
    'a  b',
    'a-b',
    'nul\u0000inside',
    'nul\u0001inside',
    '😀',
    '😁',
    'é',
    'e\u0301',
    'ＡＢ',
    'con',
    '-rf',
    '__proto__',
    'constructor',
    '\u202Egnp.exe',
    `${'x'.repeat(499)}1`,
    `${'x'.repeat(499)}2`,
    '\u001B[31mred',
  ];

  it('give each run a file of its own inside the folder', async () => {
    const own = project(
      {
        agents: { desk: LEXICAL },
        tests: NAMES.map((name) => testOf(name, { prompt: 'the right one' })),
        evals: [
          {
            name: 'rows',
            agent: 'desk',
            dataset: 'rows.jsonl',
            scorers: [{ type: 'tool_name_match' }],
            expect: [{ tool_name_match: { '==': 1 } }],
          },
        ],
      },
      {
        files: {
          'rows.jsonl': jsonl(
            ...NAMES.map((id) => ({ id, input: 'the right one', expected_tool: 'right' })),
          ),
        },
      },
    );
    const before = own.list('.');
    const live = await own.measure('--record', 'kept');
    expect([live.code, live.report.tests.map(({ name }) => name)]).toEqual([0, NAMES]);
    const made = own.list('.').filter((name) => !before.includes(name));
    expect(made.filter((name) => name !== 'kept' && !name.startsWith(`kept${sep}`))).toEqual([]);
    const files = made.filter((name) => name.endsWith('.json'));
    expect(files).toHaveLength(2 * NAMES.length);
    // Also where names that differ in case are one.
    expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length);
    expect(Math.max(...files.map((name) => name.length))).toBeLessThan(200);
    const known = files.map((name) => {
      const { cassette } = JSON.parse(readFileSync(join(own.path, name), 'utf8')) as {
        cassette: { name: string; case: string | null };
      };
      return cassette.case ?? cassette.name;
    });
    expect(known.sort()).toEqual([...NAMES, ...NAMES].sort());
    expect((await own.measure('--replay', 'kept')).bytes).toBe(live.bytes);
    const shown = await own.run('run', '--replay', 'kept', '--no-history');
    expect(shown.stdout).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u202E]/);
  });
});
