import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '#core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

/** Different keys of one form, and a password that no form shows. */
const key = (n: number): string => `sk-proj-${`k${n}Z9x8W7v6`.repeat(4)}`;
const PASSWORD = 'correct horse battery';
const CASE = 'b7a1f0c2-9f5e-4d3a-8c6b-2f1e0d9c8b7a';
const MAIL = 'ann.lee@example.org';
const CANARIES = ['sk-proj-', 'Z9x8W7v6', PASSWORD];

const SUITE = `tests:
  - name: logs in
    traces: t.jsonl
    tool_call_f1:
      expected:
        - { tool: login, args: { password: other words, note: "${key(1)}" } }
        - { tool: read, args: { path: a.txt } }
  - name: crashes
    traces: crash.jsonl
    function_call_coverage: { function_calls: [read] }
evals:
  - name: rows
    dataset: rows.jsonl
    scorers: [ { type: tool_name_match }, { type: tool_args_match }, { type: failure_modes } ]
`;

const long = (text: string): string => `${'x '.repeat(190)}${text}`;

beforeEach(() => {
  folder = workspace({
    'whichtool.yaml': SUITE,
    't.jsonl': jsonl({
      tool_calls: [
        { name: 'login', arguments: { password: PASSWORD, note: key(1), to: MAIL } },
        { name: 'login', arguments: { password: PASSWORD, note: key(2) } },
        { name: 'read', arguments: { path: long(key(3)) } },
        { name: 'read', arguments: { [key(4)]: 1 } },
        { name: 'mcp__github__createPullRequestReviewComment2', arguments: `{ ${key(5)}` },
        { name: `run:${key(6)}`, arguments: {} },
      ],
    }),
    'crash.jsonl': jsonl({
      error: `401 for Bearer ${key(7)}, wrote to ${MAIL}`,
      tool_calls: [],
    }),
    'rows.jsonl': jsonl({
      id: CASE,
      tool_calls: [{ name: 'login', arguments: { password: PASSWORD, note: key(9) } }],
      expected_tool: 'login',
      expected_args: { password: 'yet other words', note: key(8) },
    }),
  });
});

const REPORTERS = ['terminal', 'json', 'jsonl', 'junit', 'github', 'markdown', 'html', 'csv'];

it('writes no secret into any report or into the history', async () => {
  const flags = REPORTERS.slice(1).flatMap((name) => ['--reporter', `${name}=out/${name}`]);
  const { stdout, stderr } = await whichtool(['run', ...flags], {
    cwd: folder.path,
    env: { GITHUB_STEP_SUMMARY: join(folder.path, 'out/summary') },
  });
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /out|\.whichtool/.test(entry.parentPath))
    .map(
      (entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')] as const,
    );
  expect(files.length).toBeGreaterThan(REPORTERS.length);
  for (const [name, text] of [['stdout', stdout], ['stderr', stderr], ...files] as const)
    for (const canary of CANARIES)
      expect(text.includes(canary), `${canary} in ${name}`).toBe(false);
  expect(stdout).toContain('mcp__github__createPullRequestReviewComment2');
  const report = JSON.parse(readFileSync(join(folder.path, 'out/json'), 'utf8')) as Report;
  expect(report.redaction).toBe('secrets');
  expect(JSON.stringify(report)).toContain(MAIL);
});

async function reportOf(...flags: readonly string[]): Promise<string> {
  const args = ['run', '--no-history', '--reporter', 'json', ...flags];
  return (await whichtool(args, { cwd: folder.path })).stdout;
}

it('numbers the secrets of a case by its calls', async () => {
  const { tests, evals } = JSON.parse(await reportOf()) as Report;
  const shown = tests[0]?.scores[0]?.calls.map((call) => call.arguments);
  expect(shown?.slice(0, 2)).toEqual([
    `{"password":"[secret-1]","note":"[secret-2]","to":"${MAIL}"}`,
    '{"password":"[secret-1]","note":"[secret-3]"}',
  ]);
  expect(tests[0]?.scores[0]?.misses.items[0]).toEqual({
    run: 1,
    // Expected values come after those of all calls.
    expected: 'login {"password":"[secret-7]","note":"[secret-2]"}',
    hint: 'call 1 has the tool, but $.password differs: expected "[secret-7]", got "[secret-1]"',
  });
  expect(tests[1]?.unmeasured.items[0]?.message).toBe(
    `the run ended with an error: 401 for Bearer [secret-1], wrote to ${MAIL}`,
  );
  expect(evals[0]?.cases[0]?.id).toBe(CASE);
  expect(evals[0]?.scores.find(({ scorer }) => scorer === 'tool_args_match')?.calls[0]).toEqual({
    case: CASE,
    call: 1,
    tool: 'login',
    verdict: 'mismatch',
    arguments: '{"password":"[secret-1]","note":"[secret-2]"}',
    hint: '$.password differs: expected "[secret-3]", got "[secret-1]"',
  });
});

it('replaces personal data with --redact-pii, and nothing with --no-redact', async () => {
  const pii = await reportOf('--redact-pii');
  expect(pii).not.toContain(MAIL);
  expect(pii).toContain('[email-1]');
  expect((JSON.parse(pii) as Report).redaction).toBe('pii');
  const raw = await reportOf('--no-redact');
  for (const canary of [...CANARIES, MAIL]) expect(raw).toContain(canary);
  expect((JSON.parse(raw) as Report).redaction).toBe('none');
  const both = await whichtool(['run', '--no-redact', '--redact-pii'], { cwd: folder.path });
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('FLAG_REDACT')]);
});

it('redacts the figures of no run: scores are those of the raw values', async () => {
  const figures = (text: string): unknown =>
    (JSON.parse(text) as Report).tests.map(({ scores }) => scores.map(({ tally }) => tally));
  expect(figures(await reportOf())).toEqual(figures(await reportOf('--no-redact')));
});

it('merges shards to the bytes of the whole, and refuses those that were not redacted alike', async () => {
  const shards = await Promise.all(
    [1, 2].map(async (i) => {
      folder.write(`${i}.json`, await reportOf('--shard', `${i}/2`));
      return `${i}.json`;
    }),
  );
  const merged = await whichtool(['merge-reports', ...shards], { cwd: folder.path });
  expect(merged.stdout).toBe(await reportOf());
  folder.write('2.json', await reportOf('--shard', '2/2', '--no-redact'));
  const refused = await whichtool(['merge-reports', ...shards], { cwd: folder.path });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('MERGE_REFUSED')]);
});

it('redacts a saved report that was not', async () => {
  folder.write('raw.json', await reportOf('--no-redact'));
  const report = (...flags: readonly string[]): ReturnType<typeof whichtool> =>
    whichtool(['report', 'raw.json', '--json', ...flags], { cwd: folder.path });
  const { stdout } = await report();
  for (const canary of CANARIES) expect(stdout).not.toContain(canary);
  expect((JSON.parse(stdout) as Report).redaction).toBe('secrets');
  expect((await report('--no-redact')).stdout).toBe(
    readFileSync(join(folder.path, 'raw.json'), 'utf8'),
  );
  folder.write('raw.json', await reportOf());
  expect((await report()).stdout).toBe(readFileSync(join(folder.path, 'raw.json'), 'utf8'));
});

it('inspects and scores without secrets', async () => {
  for (const verb of ['inspect', 'score']) {
    const args = [verb, 't.jsonl', 'crash.jsonl', '--reporter', 'json'];
    const { stdout } = await whichtool(args, { cwd: folder.path });
    expect((JSON.parse(stdout) as Report).redaction).toBe('secrets');
    for (const canary of CANARIES) expect(stdout).not.toContain(canary);
    const raw = await whichtool([...args, '--no-redact'], { cwd: folder.path });
    expect(raw.stdout).toContain('Z9x8W7v6');
  }
});

const AGENT = `console.log(JSON.stringify({
  tool_calls: [
    { name: 'login', arguments: { user: 'ann', password: '${PASSWORD}' } },
    { name: 'pay', arguments: { token: 12345678 } },
    { name: 'pay', arguments: { token: 'no number' } },
  ],
  tools: [
    { name: 'login', input_schema: { type: 'object', required: ['password'] } },
    { name: 'pay', input_schema: { type: 'object', properties: { token: { type: 'integer' } } } },
  ],
}));`;

const DRIVEN = `agents:
  desk: { command: [node, agent.mjs] }
tests:
  - name: logs in
    agent: desk
    prompt: Log in as ann.
    trajectory:
      match: in_order
      expected: [ { tool: login, args: { user: ann, password: ${PASSWORD} } } ]
  - name: logs in as bob
    agent: desk
    prompt: Log in as bob.
    trajectory:
      match: in_order
      expected: [ { tool: login, args: { user: bob, password: ${PASSWORD} } } ]
  - name: checks
    agent: desk
    prompt: Pay.
    call_checks:
      expect: [ { invalid_args.calls: { "==": 1 } }, { duplicate.calls: { "==": 0 } } ]
`;

it('does not measure comparisons with redacted values, live and on replay alike', async () => {
  folder.write('whichtool.yaml', DRIVEN);
  folder.write('agent.mjs', AGENT);
  const run = (...flags: readonly string[]): ReturnType<typeof whichtool> =>
    whichtool(['run', '--no-history', '--reporter', 'json', ...flags], { cwd: folder.path });
  const live = await run('--record', 'cassettes');
  const { tests } = JSON.parse(live.stdout) as Report;
  expect(tests.map(({ verdict }) => verdict)).toEqual(['error', 'fail', 'pass']);
  expect(tests[0]?.scores[0]?.notMeasured).toEqual({
    'trajectory.match': '1 of 1 run does not record the values of redacted arguments',
  });
  expect(tests[0]?.scores[0]?.calls[0]?.hint).toBe('$.password is redacted, so it is not compared');
  expect((await run('--replay', 'cassettes')).stdout).toBe(live.stdout);
  const cassettes = readdirSync(join(folder.path, 'cassettes'), { recursive: true }) as string[];
  const texts = cassettes
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(folder.path, 'cassettes', name), 'utf8'));
  expect(texts).toHaveLength(3);
  for (const text of texts) {
    expect(text).not.toContain(PASSWORD);
    const { tool_calls: calls } = JSON.parse(text) as { tool_calls: { schema_check: string }[] };
    expect(calls.map((call) => call.schema_check)).toEqual(['valid', 'valid', 'invalid']);
  }
});
