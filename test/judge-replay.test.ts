import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';
import { agentOf, testOf } from './support/driving.ts';
import { casesBy, evalsOf, judgeBy, type JudgeProgram, startJudge } from './support/judging.ts';

const KEY = 'only-for-recording';

/** Agent and judge are the same program. */
function startBoth(): Promise<JudgeProgram> {
  return startJudge({
    key: KEY,
    decisions: [
      { when: { answer: 1, user: 'wrong' }, calls: [{ name: 'wrong', arguments: { id: 'w 1' } }] },
      { when: { answer: 1 }, calls: [{ name: 'right', arguments: { id: 'a 1' } }] },
      { text: 'It is done.' },
    ],
    judge: [
      { when: { prompt: 'unclear' }, broken: 'prose' },
      { when: { prompt: 'wrong' }, lean: 'low' },
      { lean: 'high', usage: { input: 1234, output: 56 } },
    ],
  });
}

const ROWS = ['first', 'second', 'wrong', 'unclear'].map((word) => ({
  id: word,
  input: `please do the ${word} thing`,
  rubric: `It is about the ${word} thing.`,
  expected_tool: word === 'wrong' ? 'wrong' : 'right',
  expected_args: { id: 'A1' },
}));

function suiteOf(server: JudgeProgram, judge: object = {}, rubric = '{{ sample.rubric }}'): object {
  const access = { api_key_env: 'DESK_KEY' };
  return {
    agents: { desk: agentOf(server as never, access) },
    judge: judgeBy(server, {
      api_key_env: 'JUDGE_KEY',
      headers: { 'x-team': '${TEAM}' },
      prices: { input: 2.5, output: 10.1 },
      guide: 'Go by what was done.',
      ...judge,
    }),
    tests: [testOf('kindness', { runs: 2, answer: { must: ['It is kind.'], criteria: [rubric] } })],
    evals: [
      {
        name: 'rows',
        agent: 'desk',
        dataset: 'rows.jsonl',
        scorers: [
          { type: 'tool_name_match' },
          { type: 'tool_args_semantic' },
          { type: 'answer', rubric },
          { type: 'goal', reference: '{{ sample.input }}' },
        ],
        expect: [{ tool_name_match: { '>=': 1 } }],
      },
    ],
  };
}

const ENV = { DESK_KEY: KEY, JUDGE_KEY: KEY, TEAM: 'desk' };

/** A recording with its report; server and keys are gone afterwards. */
let space: ReturnType<typeof workspace>;
let live: { readonly code: number | null; readonly bytes: string };
let server: JudgeProgram;
let again: typeof live & { readonly asked: number };
const recorded = (): string => readFileSync(join(space.path, 'kept/judge.jsonl'), 'utf8');
let lines: { readonly first: string; readonly second: string };

async function run(...args: readonly string[]): Promise<typeof live & { readonly stderr: string }> {
  const { code, stdout, stderr } = await whichtool(['run', '--no-history', '--json', ...args], {
    cwd: space.path,
    env: args.includes('--record') ? ENV : {},
  });
  return { code, bytes: stdout, stderr };
}

beforeAll(async () => {
  server = await startBoth();
  space = workspace({
    'package.json': '{}',
    'tools.json': JSON.stringify(
      ['right', 'wrong'].map((name) => ({ name, input_schema: { type: 'object' } })),
    ),
    'whichtool.yaml': JSON.stringify(suiteOf(server)),
    'rows.jsonl': jsonl(...ROWS),
  });
  live = await run('--record', 'kept');
  const first = recorded();
  const before = await server.asked();
  const { code, bytes } = await run('--record', 'kept');
  again = { code, bytes, asked: (await server.asked()) - before };
  lines = { first, second: recorded() };
  server.close();
  rmSync(join(space.path, '.whichtool'), { recursive: true });
});
afterAll(() => space.remove());

it('records a judged run twice with equal bytes, and asks again for what failed alone', () => {
  const { rows } = evalsOf(JSON.parse(live.bytes) as object);
  expect(casesBy(rows!)).toEqual({
    pass: ['first', 'second'],
    fail: ['wrong'],
    error: ['unclear'],
  });
  expect(rows!.judge).toMatchObject({ questions: 12, errors: { JUDGE_ERROR: 3 } });
  expect([live.code, again.code]).toEqual([3, 3]);
  expect(again.bytes).toBe(live.bytes);
  expect(lines.second).toBe(lines.first);
  const keys = lines.first
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { key: string }).key);
  expect(keys).toEqual([...new Set(keys)].sort());
  // Six runs of two answers each are driven again, and three questions have three attempts.
  expect(again.asked).toBe(6 * 2 + 3 * 3);
});

it('replays byte for byte with no key, no server and no kept answers', async () => {
  const { code, bytes, stderr } = await run('--replay', 'kept');
  expect([code, stderr]).toEqual([3, '']);
  expect(bytes).toBe(live.bytes);
  expect(existsSync(join(space.path, '.whichtool'))).toBe(false);
  // A suite that is not trusted may be replayed: nothing is sent.
  const untrusted = await run('--replay', 'kept', '--no-exec');
  expect(untrusted.bytes).toBe(live.bytes);
});

it('replays in shards that merge to the bytes of the whole', async () => {
  const names = await Promise.all(
    [1, 2].map(async (i) => {
      const { bytes } = await run('--replay', 'kept', '--shard', `${i}/2`);
      space.write(`shard-${i}.json`, bytes);
      return `shard-${i}.json`;
    }),
  );
  const merged = await whichtool(['merge-reports', ...names, '--reporter', 'json'], {
    cwd: space.path,
  });
  expect(merged.stdout).toBe(live.bytes);
  expect(merged.code).toBe(3);
});

describe('recorded answers do not apply', () => {
  const replayOf = async (suite: object): Promise<typeof live> => {
    space.write('changed.yaml', JSON.stringify(suite));
    const { code, bytes, stderr } = await run('changed.yaml', '--replay', 'kept');
    expect(stderr).toBe('');
    return { code, bytes };
  };

  it.each([
    ['guide', { guide: 'Go by what was said.' }],
    ['model', { model: 'openai:gpt-4o-2024-05-13' }],
    ['seed', { seed: 3 }],
    ['temperature', { temperature: 1 }],
  ])('with another %s: nothing is measured, and no old verdict counts', async (_, judge) => {
    const { code, bytes } = await replayOf(suiteOf(server, judge));
    const report = JSON.parse(bytes) as { tests: readonly object[] };
    const { rows } = evalsOf(report);
    expect(code).toBe(3);
    expect(casesBy(rows!)).toEqual({ error: ROWS.map(({ id }) => id) });
    expect(rows!.judge?.errors).toEqual({ JUDGE_UNASKED: 12 });
    expect(report.tests[0]).toMatchObject({
      verdict: 'error',
      judge: { errors: { JUDGE_UNASKED: 1 } },
    });
  });

  it('with another rubric: what it was asked for is not measured, and the rest is', async () => {
    const { code, bytes } = await replayOf(suiteOf(server, {}, 'It is short.'));
    const { rows } = evalsOf(JSON.parse(bytes) as object);
    expect(code).toBe(3);
    expect(rows!.judge?.errors).toEqual({ JUDGE_ERROR: 2, JUDGE_UNASKED: 4 });
    const [, meaning, answer, goal] = rows!.scores;
    expect(answer!.tally).toMatchObject({ judged: 0, needs_judge: 4 });
    expect([meaning!.tally.judged, goal!.tally.judged]).toEqual([3, 3]);
  });

  it('where the file was edited, cut or emptied', async () => {
    const whole = recorded();
    const file = join(space.path, 'kept/judge.jsonl');
    try {
      writeFileSync(file, whole.replace('"achieved":false', '"achieved":true'));
      const edited = await run('--replay', 'kept');
      expect([edited.code, edited.bytes]).toEqual([3, expect.stringContaining('JUDGE_STORE')]);
      // Only the edited answer is missing: its case was failed by another answer, too.
      expect(casesBy(evalsOf(JSON.parse(edited.bytes) as object).rows!)).toMatchObject({
        pass: ['first', 'second'],
      });
      writeFileSync(file, whole.slice(0, -200));
      expect((await run('--replay', 'kept')).bytes).toContain('JUDGE_STORE');
      rmSync(file);
      const none = await run('--replay', 'kept');
      expect(none.code).toBe(3);
      expect(evalsOf(JSON.parse(none.bytes) as object).rows!.judge?.errors).toEqual({
        JUDGE_UNASKED: 12,
      });
    } finally {
      writeFileSync(file, whole);
    }
  });
});
