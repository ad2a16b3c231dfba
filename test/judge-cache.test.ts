import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JudgeRule } from './loopback-model/server.mjs';
import { jsonl } from './support/cli.ts';
import { type Project, project, start } from './support/driving.ts';
import {
  bytesIn,
  caseOf,
  casesBy,
  evalsOf,
  judgeBy,
  type JudgeProgram,
  startJudge,
} from './support/judging.ts';

const SNAPSHOTS = ['openai:gpt-4o-2024-08-06', 'openai:gpt-4o-2024-05-13'];

let judge: JudgeProgram;
beforeAll(async () => {
  judge = await startJudge({
    judge: [
      // Four questions in the middle of a run get no answer at first.
      ...['job 12.', 'job 13.', 'job 14.', 'job 15.', 'task 5.'].map((prompt): JudgeRule => ({
        when: { prompt },
        fault: { kind: 'hang' },
        each: 1,
      })),
      { when: { prompt: '[bad]' }, lean: 'low' },
      { lean: 'high' },
    ],
  });
});
afterAll(() => judge.close());

const ROWS = jsonl(
  caseOf('a', 'a'),
  caseOf('b', '[bad]'),
  // The same question as the first.
  caseOf('c', 'a'),
);

const EVALS = [
  {
    name: 'meaning',
    dataset: 'rows.jsonl',
    scorers: [{ type: 'tool_args_semantic' }],
    expect: [{ tool_args_semantic: { '>=': 0.6 } }],
  },
  {
    name: 'goal',
    dataset: 'rows.jsonl',
    scorers: [{ type: 'goal' }],
    expect: [{ 'goal.achieved': { '>=': 0.6 } }],
  },
];

function suiteOf(more: object = {}, evals: readonly object[] = EVALS): object {
  return { judge: judgeBy(judge, more), evals };
}

function judged(more: object = {}, files: Record<string, string> = {}): Project {
  return project(suiteOf(more), { files: { 'rows.jsonl': ROWS, ...files } });
}

/** How many requests something takes. */
async function asks(act: () => Promise<unknown>): Promise<number> {
  const before = await judge.asked();
  await act();
  return (await judge.asked()) - before;
}

const entries = (own: Project): readonly string[] =>
  own.list('.whichtool/judge').filter((name) => name.endsWith('.json'));

describe('kept answers', () => {
  it('are asked for once, and shared by equal questions, runs, suites and flags', async () => {
    const own = judged();
    const reports: string[] = [];
    const measure = async (...args: readonly string[]): Promise<void> => {
      const { code, bytes } = await own.measure(...args);
      expect(code).toBe(0);
      reports.push(bytes);
    };
    expect(await asks(() => measure())).toBe(4);
    expect(entries(own)).toHaveLength(4);
    expect(await asks(() => measure())).toBe(0);
    expect(await asks(() => own.run('run', '--filter', 'goal'))).toBe(0);
    own.write('other.yaml', suiteOf());
    expect(await asks(() => own.run('run', 'other.yaml'))).toBe(0);
    expect(await asks(() => own.run('run', 'other.yaml', 'whichtool.yaml'))).toBe(0);
    expect(reports[1]).toBe(reports[0]);
  });

  it.each([
    ['guide', { guide: 'Spelling counts.' }],
    ['model', { model: SNAPSHOTS[1] }],
    ['temperature', { temperature: 0.5 }],
    ['seed', { seed: 7 }],
    ['length', { max_tokens: 500 }],
    ['name that answers', { answers_as: 'gpt-4o-2024-08-06' }],
  ])('do not apply with another %s', async (_, more) => {
    const own = judged();
    await own.measure();
    own.write('whichtool.yaml', suiteOf(more));
    expect(await asks(() => own.measure())).toBe(4);
    own.write('whichtool.yaml', suiteOf());
    expect(await asks(() => own.measure())).toBe(0);
  });

  it('do not apply with another rubric, reference, input, result or tool', async () => {
    const own = judged();
    const ask = (evals: readonly object[], row: object): Promise<number> => {
      own.write('rows.jsonl', jsonl(row));
      own.write('whichtool.yaml', suiteOf({}, evals));
      return asks(() => own.measure());
    };
    const rubric = (text: string): object[] => [
      { name: 'r', dataset: 'rows.jsonl', scorers: [{ type: 'answer', rubric: text }] },
    ];
    const goal = (reference: string): object[] => [
      { name: 'g', dataset: 'rows.jsonl', scorers: [{ type: 'goal', reference }] },
    ];
    const row = caseOf('x', 'x') as { trace: { tool_calls: readonly object[] } };
    expect(await ask(rubric('It is kind.'), row)).toBe(1);
    expect(await ask(rubric('It is kind!'), row)).toBe(1);
    expect(await ask(rubric('It is kind.'), row)).toBe(0);
    expect(await ask(goal('refunded'), row)).toBe(1);
    expect(await ask(goal('cancelled'), row)).toBe(1);
    const { trace } = row;
    const call = trace.tool_calls[0]!;
    const meaning = [EVALS[0]!];
    expect(await ask(meaning, row)).toBe(1);
    expect(await ask(meaning, { ...row, trace: { ...trace, input: 'another wish' } })).toBe(1);
    expect(await ask(meaning, { ...row, tools: [{ name: 'refund', description: 'new' }] })).toBe(1);
    const failed = { ...trace, tool_calls: [{ ...call, result: 'no such order' }] };
    expect(await ask(goal('refunded'), { ...row, trace: failed })).toBe(1);
    // The order of members, and what a judge does not see, are not a part of the question.
    const turned = Object.fromEntries(Object.entries(row).toReversed());
    expect(await ask(meaning, { ...turned, id: 'y', weight: 2 })).toBe(0);
  });

  it('that were edited, torn, swapped or made up are asked for again and written anew', async () => {
    const own = judged();
    const first = await own.measure();
    const whole = bytesIn(own, '.whichtool/judge');
    const [one, two, three, four] = entries(own).map((name) =>
      join(own.path, '.whichtool/judge', name),
    );
    const text = (path: string): string => readFileSync(path, 'utf8');
    const [textOne, textTwo] = [text(one!), text(two!)];
    const flipped = text(three!)
      .replace(/"achieved":(true|false)/, (_, was) => `"achieved":${was === 'false'}`)
      .replace(/"score":(1|0),?/, (_, was) => `"score":${was === '1' ? 0 : 1}`);
    writeFileSync(one!, textTwo);
    writeFileSync(two!, textOne.slice(0, -30));
    writeFileSync(three!, flipped === text(three!) ? '{}' : flipped);
    writeFileSync(four!, '');
    let again: Awaited<ReturnType<Project['measure']>> | null = null;
    expect(await asks(async () => (again = await own.measure()))).toBe(4);
    const { report, code } = again as unknown as typeof first;
    expect([code, report.issues]).toEqual([
      0,
      [
        expect.objectContaining({
          code: 'JUDGE_STORE',
          where: `.whichtool/judge/${entries(own)[0]}`,
          message: '4 kept answers are damaged or were edited, and are ignored; this is the first',
        }),
      ],
    ]);
    expect(evalsOf(report).goal!.cases).toEqual(evalsOf(first.report).goal!.cases);
    expect(bytesIn(own, '.whichtool/judge')).toEqual(whole);
    expect((await own.measure()).bytes).toBe(first.bytes);
  });

  it('may not be kept at all, which is a warning', async () => {
    const own = judged();
    // A file where the folder should be: nothing can be made below it by any user.
    own.write('.whichtool', 'not a folder');
    const { code, report } = await own.measure();
    expect([code, report.issues.map(({ code: issue }) => issue)]).toEqual([0, ['JUDGE_STORE']]);
    expect(casesBy(evalsOf(report).goal!)).toEqual({ pass: ['a', 'c'], fail: ['b'] });
  });
});

describe('several processes', () => {
  const many = (word: string): string =>
    jsonl(...Array.from({ length: 60 }, (_, i) => caseOf(`${i}`, `${word} ${i}.`)));
  const suite = (): object => suiteOf({ concurrency: 4 }, [EVALS[1]!]);

  it('at once give the same report and the same kept answers, and ask nothing later', async () => {
    const own = project(suite(), { files: { 'rows.jsonl': many('case') } });
    const args = ['run', '--no-history', '--json'];
    const ran = await Promise.all([1, 2, 3].map(() => start(own.path, args).ended));
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect(new Set(ran.map(({ stdout }) => stdout)).size).toBe(1);
    expect(entries(own)).toHaveLength(60);
    expect(await asks(() => own.measure())).toBe(0);
    expect(own.list('.whichtool/judge').filter((name) => /tmp|lock/.test(name))).toEqual([]);
  });

  it('killed in the middle lose no answer that was paid for, and double none', async () => {
    const own = project(suite(), { files: { 'rows.jsonl': many('job') } });
    const before = await judge.asked();
    const { child, ended } = start(own.path, ['run', '--no-history', '--json', '--record', 'kept']);
    while ((await judge.asked()) - before < 16 && child.exitCode === null);
    child.kill('SIGKILL');
    await ended;
    // Each worker kept its answer before it asked what was never answered.
    expect([(await judge.asked()) - before, entries(own).length]).toEqual([16, 12]);
    const known = bytesIn(own, '.whichtool/judge');
    expect(await asks(() => own.measure('--record', 'kept'))).toBe(48);
    expect(entries(own)).toHaveLength(60);
    expect(bytesIn(own, '.whichtool/judge')).toMatchObject(known);
    const lines = own.read('kept/judge.jsonl').trimEnd().split('\n');
    expect([lines.length, new Set(lines).size]).toEqual([60, 60]);
    rmSync(join(own.path, '.whichtool'), { recursive: true });
    const live = await own.measure('--record', 'kept');
    expect((await own.measure('--replay', 'kept')).bytes).toBe(live.bytes);
  });

  it('interrupted by a signal print a command that goes on', async () => {
    const own = project(suiteOf({ concurrency: 1 }, [EVALS[1]!]), {
      files: { 'rows.jsonl': many('task') },
    });
    const before = await judge.asked();
    const args = ['run', '--no-history', '--json', '--record', 'kept'];
    const { child, ended } = start(own.path, args);
    while ((await judge.asked()) - before < 6 && child.exitCode === null);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect([code, stderr.split('\n').slice(2)]).toEqual([
      130,
      [
        'interrupted; the answers of judges are kept. Go on with:',
        '  whichtool run --no-history --json --record kept',
        '',
      ],
    ]);
    expect(entries(own)).toHaveLength(5);
    expect(await asks(() => own.run(...args))).toBe(55);
  });
});
