import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonl, whichtool } from './support/cli.ts';
import { agentOf, type Project, project, start } from './support/driving.ts';
import {
  casesBy,
  caseOf,
  evalsOf,
  judgeBy,
  type JudgeProgram,
  startJudge,
} from './support/judging.ts';

/** Three judges of one server, which disagree by what a question says. */
const JURY = ['openai:gpt-4o-2024-08-06', 'openai:gpt-4o-2024-05-13', 'openai:gpt-4o-2024-11-20'];
const FIRST_JUDGE = JURY[0]!;
const [FIRST, SECOND, THIRD] = JURY.map((model) => model.slice('openai:'.length));

let judge: JudgeProgram;
beforeAll(async () => {
  judge = await startJudge({
    decisions: [{ when: { answer: 1 }, calls: [{ name: 'right' }] }, { text: 'It is done.' }],
    judge: [
      { when: { prompt: '[two]', model: THIRD! }, lean: 'low' },
      { when: { prompt: '[one]', model: FIRST! }, lean: 'high' },
      { when: { prompt: '[one]' }, lean: 'low' },
      {
        when: { prompt: '[three]', model: FIRST!, schema: 'arguments_verdict' },
        answer: gradeOf(1),
      },
      {
        when: { prompt: '[three]', model: SECOND!, schema: 'arguments_verdict' },
        answer: gradeOf(0.5),
      },
      {
        when: { prompt: '[three]', model: THIRD!, schema: 'arguments_verdict' },
        answer: gradeOf(0),
      },
      { when: { prompt: '[lost]', model: SECOND! }, broken: 'prose' },
      { when: { prompt: '[half]', schema: 'arguments_verdict' }, answer: gradeOf(0.5) },
      { when: { prompt: '[bad]' }, lean: 'low' },
      { lean: 'high' },
    ],
  });
});
afterAll(() => judge.close());

function gradeOf(score: number): object {
  return { arguments: [], reason: `it is ${score}`, score };
}

const evalOf = (name: string, scorer: object, expectation?: object): object => ({
  name,
  dataset: 'rows.jsonl',
  scorers: [scorer],
  ...(expectation === undefined ? {} : { expect: [expectation] }),
});
const MEANING = evalOf(
  'meaning',
  { type: 'tool_args_semantic' },
  { tool_args_semantic: { '>=': 0.93 } },
);
const GOAL = evalOf('goal', { type: 'goal' }, { 'goal.achieved': { '>=': 1 } });

const rowsOf = (...words: readonly string[]): Record<string, string> => ({
  'rows.jsonl': jsonl(...words.map((word) => caseOf(word, `[${word}]`))),
});

function juryOf(more: object = {}): object {
  const jury = JURY.map((model) => ({ model, base_url: judge.baseUrls.openai }));
  return { jury, ...more };
}

describe('a jury', () => {
  it('decides by its quorum, and shows where it is split', async () => {
    const files = rowsOf('all', 'two', 'one', 'three', 'lost');
    const own = project({ judge: juryOf(), evals: [MEANING, GOAL] }, { files });
    const { code, report } = await own.measure();
    expect(code).toBe(1);
    const { meaning, goal } = evalsOf(report);
    // Of three that agree on nothing there is no verdict; two that agree outvote one, and one that failed.
    expect(casesBy(meaning!)).toEqual({
      pass: ['all', 'two', 'lost'],
      fail: ['one'],
      error: ['three'],
    });
    expect(meaning!.judge).toMatchObject({ quorum: 2, errors: { JUDGE_SPLIT: 1 }, split: 3 });
    expect(casesBy(goal!)).toEqual({ pass: ['all', 'two', 'three', 'lost'], fail: ['one'] });
    expect(goal!.judge).toMatchObject({
      errors: {},
      split: 2,
      answeredBy: expect.arrayContaining([FIRST, SECOND, THIRD]),
    });

    own.write('whichtool.yaml', { judge: juryOf({ quorum: 3 }), evals: [GOAL] });
    const strict = await own.measure();
    expect(strict.code).toBe(3);
    expect(casesBy(evalsOf(strict.report).goal!)).toEqual({
      pass: ['all', 'three'],
      error: ['two', 'one', 'lost'],
    });
    expect(evalsOf(strict.report).goal!.judge?.errors).toEqual({ JUDGE_ERROR: 1, JUDGE_SPLIT: 2 });
    own.write('whichtool.yaml', { judge: juryOf({ quorum: 4 }), evals: [GOAL] });
    expect((await own.run('run')).stderr).toContain('quorum: 4 is more than the 3 of the jury');
  });
});

describe('who may judge', () => {
  it('an alias is refused by validate and run, unless the suite accepts it', async () => {
    const own = project(
      { judge: judgeBy(judge, { model: 'openai:gpt-4o' }), evals: [GOAL] },
      { files: rowsOf('a') },
    );
    const before = await judge.asked();
    for (const command of ['validate', 'run']) {
      const { code, stderr, stdout } = await own.run(command);
      expect([code, stdout + stderr]).toEqual([2, expect.stringContaining('JUDGE_ALIAS')]);
    }
    expect(await judge.asked()).toBe(before);
    own.write('whichtool.yaml', {
      judge: judgeBy(judge, { model: 'openai:gpt-4o', allow_alias: true }),
      evals: [GOAL],
    });
    expect((await own.run('validate')).code).toBe(0);
    expect((await own.measure()).code).toBe(0);
  });

  it('a judge of the family of the agent is warned of', async () => {
    const own = project({
      agents: { desk: agentOf(judge as never, { model: 'openai-compatible:gpt-4o-mini' }) },
      judge: judgeBy(judge),
      tests: [{ name: 't', agent: 'desk', prompt: 'please', goal: {} }],
    });
    const { code, report } = await own.measure();
    expect([code, report.issues.map((issue) => issue.code)]).toEqual([0, ['JUDGE_FAMILY']]);
    expect((await own.run('validate')).stdout + (await own.run('validate')).stderr).toContain(
      'JUDGE_FAMILY',
    );
  });

  it('a judge of the family of the models of recorded runs is warned of once', async () => {
    const runs = ['gpt-4.1', 'claude-sonnet-4-5', 'gpt-4.1', 'openai/gpt-5-mini', undefined];
    const traces = runs.map((model, index) => ({
      model,
      run: index + 1,
      input: 'please',
      tool_calls: [],
      output: 'It is done.',
    }));
    const suite = { name: 't', traces: 'traces.jsonl', goal: {} };
    const own = project(
      { judge: judgeBy(judge, { model: FIRST_JUDGE }), tests: [suite] },
      { files: { 'traces.jsonl': jsonl(...traces) } },
    );
    const { code, report } = await own.measure();
    expect(code).toBe(0);
    expect(report.issues.map((issue) => [issue.code, issue.message])).toEqual([
      [
        'JUDGE_FAMILY',
        `judge ${FIRST_JUDGE} is of the same family (openai) as models that answered in the runs`,
      ],
    ]);
    // By another family: nothing to warn of. A deployment is of the family of its snapshot.
    own.write('whichtool.yaml', {
      judge: judgeBy(judge, {
        model: 'google:gemini-2.0-flash-001',
        base_url: judge.baseUrls.google,
      }),
      tests: [suite],
    });
    const other = await own.measure();
    expect([other.code, other.report.issues]).toEqual([0, []]);
    own.write('whichtool.yaml', {
      judge: judgeBy(judge, {
        model: 'openai-compatible:desk',
        answers_as: 'claude-sonnet-4-5-20250929',
      }),
      tests: [suite],
    });
    expect((await own.measure()).report.issues.map(({ message }) => message)).toEqual([
      'judge openai-compatible:desk is of the same family (anthropic) as models that answered in the runs',
    ]);
  });

  it('judged gates are refused in CI where the suite forbids them', async () => {
    const suite = (gates: boolean, purpose: string): object => ({
      judge: judgeBy(judge, { gates_in_ci: gates }),
      evals: [
        evalOf(
          'goal',
          { type: 'goal', purpose },
          purpose === 'qa' ? undefined : { 'goal.achieved': { '>=': 1 } },
        ),
      ],
      ...(purpose === 'qa'
        ? {}
        : { tests: [{ name: 't', traces: 'runs.jsonl', answer: { must: ['kind'] } }] }),
    });
    const files = { ...rowsOf('bad'), 'runs.jsonl': jsonl({ tool_calls: [], output: '[good]' }) };
    const before = await judge.asked();
    const own = project(suite(false, 'score'), { files, env: { CI: '1' } });
    const refused = await own.run('run');
    expect(refused.code).toBe(2);
    for (const metric of ['goal.achieved', 'answer.pass'])
      expect(refused.stderr).toContain(`gates ${metric}, which a judge decides`);
    expect(await judge.asked()).toBe(before);
    // What is only shown may be judged anywhere, and everything where CI is not set.
    own.write('whichtool.yaml', suite(false, 'qa'));
    expect((await own.measure()).code).toBe(0);
    own.write('whichtool.yaml', suite(true, 'score'));
    expect((await own.measure()).code).toBe(1);
    const local = project(suite(false, 'score'), { files, env: { CI: 'false' } });
    expect((await local.measure()).code).toBe(1);
  });
});

describe('what is judged', () => {
  it('rubrics, statements and references may come with rows, and what is wrong there is not asked', async () => {
    const row = (id: string, more: object): object => ({ ...caseOf(id, '[good]'), ...more });
    const own = project(
      {
        judge: judgeBy(judge),
        evals: [
          evalOf(
            'rubric',
            { type: 'answer', rubric: '{{ sample.rubric }}' },
            { 'answer.pass': { '>=': 1 } },
          ),
          evalOf(
            'goal',
            { type: 'goal', reference: '{{ sample.reference }}' },
            { 'goal.achieved': { '>=': 1 } },
          ),
        ],
      },
      {
        files: {
          'rows.jsonl': jsonl(
            row('both', { rubric: 'It is kind.', reference: 'refunded' }),
            row('bad', { rubric: 'It is [bad].', reference: 'it is [bad]' }),
            row('none', { rubric: '', reference: 'refunded' }),
            row('number', { rubric: 7, reference: 'refunded' }),
          ),
        },
      },
    );
    const { code, report } = await own.measure();
    expect(code).toBe(1);
    const { rubric, goal } = evalsOf(report);
    expect(casesBy(rubric!)).toEqual({ pass: ['both'], fail: ['bad'], error: ['none', 'number'] });
    expect(casesBy(goal!)).toEqual({ pass: ['both', 'none', 'number'], fail: ['bad'] });
    expect(rubric!.judge?.questions).toBe(2);
  });

  it('tests gate answers and goals by themselves, evals by what they say', async () => {
    const run = (word: string): object => ({ input: word, tool_calls: [], output: `done ${word}` });
    const own = project(
      {
        judge: judgeBy(judge),
        tests: [
          {
            name: 'good',
            traces: 'good.jsonl',
            answer: { rubric: 'kind', must_not: ['rude'] },
            goal: {},
          },
          {
            name: 'weighted',
            traces: 'other.jsonl',
            answer: { criteria: [{ criterion: 'short', weight: 3 }, 'kind'] },
          },
          { name: 'bad', traces: 'bad.jsonl', goal: { reference: 'refunded' } },
          { name: 'silent', traces: 'silent.jsonl', goal: {} },
        ],
      },
      {
        files: {
          'good.jsonl': jsonl(run('[good]')),
          'other.jsonl': jsonl(run('[other]')),
          'bad.jsonl': jsonl(run('[bad]')),
          'silent.jsonl': jsonl({ input: 'x', tool_calls: [{ name: 'right' }] }),
        },
      },
    );
    const before = await judge.asked();
    const { code, report } = await own.measure();
    expect([code, (await judge.asked()) - before]).toEqual([1, 4]);
    // What a good judge says of "rude" is that it is true, so the answer that must not be rude fails.
    expect(report.tests.map(({ verdict }) => verdict)).toEqual(['fail', 'pass', 'fail', 'error']);
    expect((report.tests[0] as unknown as { gates: object[] }).gates).toMatchObject([
      { metric: 'answer.pass', outcome: 'fail', judged: true },
      { metric: 'goal.achieved', outcome: 'pass', judged: true },
    ]);
  });

  it('a purpose of `qa` is shown and decides nothing, even where the judge fails', async () => {
    const own = project(
      {
        judge: judgeBy(judge),
        evals: [evalOf('shown', { type: 'answer', rubric: 'kind', purpose: 'qa' })],
      },
      { files: rowsOf('bad', 'good') },
    );
    const { code, report } = await own.measure();
    expect([code, evalsOf(report).shown!.scores[0]!.metrics]).toEqual([
      0,
      { 'answer.score': 0.5, 'answer.pass': 0.5 },
    ]);
  });

  it('`--threshold-args-semantic` gates the meaning of arguments', async () => {
    const words = ['half', ...Array.from({ length: 7 }, (_, i) => `good ${i}`)];
    const suite = {
      judge: judgeBy(judge),
      evals: [evalOf('meaning', { type: 'tool_args_semantic' })],
    };
    const own = project(suite, { files: rowsOf(...words) });
    const flag = '--threshold-args-semantic';
    const { code, report } = await own.measure(flag, '0.93');
    expect([code, evalsOf(report).meaning!.scores[0]!.metrics]).toEqual([
      0,
      { tool_args_semantic: 0.9375 },
    ]);
    expect((await own.measure(flag, '0.94')).code).toBe(1);
    own.write('rows.jsonl', rowsOf(...words.slice(0, -1))['rows.jsonl']!);
    expect((await own.measure(flag, '0.93')).code).toBe(1);
  });
});

describe('how suites with a judge are run', () => {
  const plan = async (own: Project): Promise<object> =>
    JSON.parse((await own.run('run', '--dry-run', '--json')).stdout) as object;

  it('a dry run says what would be asked and at which price, and asks nothing', async () => {
    const prices = { input: 2, output: 8 };
    const own = project(
      {
        judge: judgeBy(judge, { prices, max_tokens: 1000, api_key_env: 'JUDGE_KEY' }),
        evals: [MEANING, GOAL],
      },
      { files: rowsOf('a', 'b', 'c'), env: { JUDGE_KEY: 'x' } },
    );
    const before = await judge.asked();
    const text = (await own.run('run', '--dry-run')).stdout;
    expect(text).toContain('6 questions about the runs that are there');
    expect(text).toMatch(
      /6 to ask: about [\d,]+ tokens in, at most 6,000 out, cost at most 0\.\d+/,
    );
    expect(await plan(own)).toMatchObject({
      judge: [{ estimate: { questions: 6, known: 0, toAsk: 6, outputTokensAtMost: 6000 } }],
    });
    expect(await judge.asked()).toBe(before);
    await own.measure('--filter', 'goal');
    expect(await plan(own)).toMatchObject({
      judge: [{ estimate: { questions: 6, known: 3, toAsk: 3 } }],
    });
    expect((await own.run('run', '--dry-run', '--filter', 'goal')).stdout).toContain(
      '3 answered before',
    );
  });

  it('a filter asks for its part alone, and shards together for each question once', async () => {
    const own = project(
      { judge: judgeBy(judge), evals: [MEANING, GOAL] },
      { files: rowsOf('f1', 'f2') },
    );
    const before = await judge.asked();
    await own.measure('--filter', 'meaning');
    expect((await judge.asked()) - before).toBe(2);
    for (const i of [1, 2]) own.write(`${i}.json`, (await own.measure('--shard', `${i}/2`)).bytes);
    expect((await judge.asked()) - before).toBe(4);
    const merged = await own.run('merge-reports', '1.json', '2.json', '--reporter', 'json');
    expect([merged.code, merged.stdout]).toEqual([0, (await own.measure()).bytes]);
    expect((await judge.asked()) - before).toBe(4);
  });

  it('traces may come by stdin', async () => {
    const own = project({
      judge: judgeBy(judge),
      tests: [{ name: 't', goal: {} }],
    });
    const of = (word: string): Promise<{ code: number | null; stdout: string }> =>
      whichtool(['run', '--no-history', '--json', '--traces', '-'], {
        cwd: own.path,
        input: jsonl({ input: word, tool_calls: [], output: `done ${word}` }),
      });
    expect((await of('[bad]')).code).toBe(1);
    expect((await of('[good]')).code).toBe(0);
  });

  it('a watched suite asks for what is new alone', async () => {
    const own = project({ judge: judgeBy(judge), evals: [GOAL] }, { files: rowsOf('w1', 'bad') });
    const before = await judge.asked();
    const { child, ended } = start(own.path, ['run', '--watch']);
    let output = '';
    let wake = (): void => {};
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text: string) => {
        output += text;
        wake();
      });
    const seen = async (text: string): Promise<void> => {
      while (!(output.includes(text) && output.lastIndexOf('watching') > output.lastIndexOf(text)))
        await new Promise<void>((done) => (wake = done));
      output = '';
    };
    await seen('✗ FAIL');
    own.write('rows.jsonl', rowsOf('w1', 'w2')['rows.jsonl']!);
    await seen('✓ PASS');
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
    expect((await judge.asked()) - before).toBe(3);
  });
});
