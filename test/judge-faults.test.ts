import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrokenAnswer, Fault, JudgeRule } from './loopback-model/server.mjs';
import { jsonl } from './support/cli.ts';
import { project } from './support/driving.ts';
import {
  casesBy,
  caseOf,
  evalsOf,
  judgeBy,
  type JudgeProgram,
  NO_WAITS,
  startJudge,
} from './support/judging.ts';

const BROKEN: readonly BrokenAnswer[] = [
  'prose',
  'fenced',
  'chatty',
  'two_objects',
  'truncated',
  'empty',
  'list',
  'score_1_5',
  'score_90',
  'score_negative',
  'score_text',
  'score_true',
  'score_null',
  'score_nan',
  'score_missing',
  'key_missing',
  'key_extra',
  'key_twice',
];

/** What goes wrong on the way, by a word in the question. */
const OUTAGES: Readonly<Record<string, Fault>> = {
  busy: { status: 429, retry_after: 0 },
  down: { status: 503, retry_after: 0 },
  failing: { status: 500 },
  overloaded: { status: 529 },
  reset: { kind: 'reset' },
  cut: { kind: 'cut' },
  'not-json': { kind: 'not_json' },
  nothing: { kind: 'empty' },
  rejected: { status: 400, message: 'that is not a question' },
};
/** These pass: the second answer is whole. */
const PASSING: Readonly<Record<string, Fault>> = {
  'busy-once': { status: 429, retry_after: 0 },
  'reset-once': { kind: 'reset' },
  'down-once': { status: 502 },
  drip: { kind: 'drip', drip_ms: 0 },
};
const ROUND = 'all-is-well';

const when = (word: string): Pick<JudgeRule, 'when'> => ({ when: { prompt: `[${word}]` } });

let judge: JudgeProgram;
beforeAll(async () => {
  judge = await startJudge({
    judge: [
      { ...when('fenced-once'), broken: 'fenced', each: 1 },
      ...BROKEN.map((broken): JudgeRule => ({ ...when(broken), broken })),
      ...Object.entries(OUTAGES).map(([word, fault]): JudgeRule => ({ ...when(word), fault })),
      ...Object.entries(PASSING).map(([word, fault]): JudgeRule => ({
        ...when(word),
        fault,
        each: 1,
        lean: 'high',
      })),
      { ...when('key'), fault: { status: 401, message: 'Incorrect API key: sesame-sesame-1' } },
      { ...when('drifted'), model: 'gpt-4o-2024-05-13' },
      { lean: 'high' },
    ],
  });
});
afterAll(() => judge.close());

/** Argument meaning, rubric and goal over the same rows. */
function suiteOf(more: object = {}): object {
  const evalOf = (name: string, scorer: object, metric: string): object => ({
    name,
    dataset: 'rows.jsonl',
    scorers: [scorer],
    expect: [{ [metric]: { '>=': 0 } }],
  });
  return {
    judge: judgeBy(judge, more),
    evals: [
      evalOf('meaning', { type: 'tool_args_semantic' }, 'tool_args_semantic'),
      evalOf('rubric', { type: 'answer', rubric: 'It is friendly.' }, 'answer.pass'),
      evalOf('goal', { type: 'goal' }, 'goal.achieved'),
    ],
  };
}

function rowsOf(words: readonly string[]): Record<string, string> {
  return { 'rows.jsonl': jsonl(...words.map((word) => caseOf(word, `[${word}]`))) };
}

const NAMES = ['meaning', 'rubric', 'goal'];

describe('a judge that does not answer as asked', () => {
  it('is asked again a few times, and never gives a score or a pass', async () => {
    const own = project(suiteOf(), { files: rowsOf([...BROKEN, 'fenced-once', ROUND]) });
    const before = await judge.asked();
    const { code, report } = await own.measure();
    expect(code).toBe(3);
    for (const name of NAMES) {
      const one = evalsOf(report)[name]!;
      // That a goal is reached is `true` or `false`, so one of the wrong scores is none there.
      const right = name === 'goal' ? ['score_true'] : [];
      expect(casesBy(one)).toEqual({
        error: BROKEN.filter((broken) => !right.includes(broken)),
        pass: [...right, 'fenced-once', ROUND],
      });
      const wrong = BROKEN.length - right.length;
      expect(one.gates).toMatchObject([{ outcome: 'error', judged: true }]);
      expect(one.judge).toMatchObject({ errors: { JUDGE_ERROR: wrong } });
      expect(one.scores[0]!.tally).toMatchObject({ judge_errors: wrong, needs_judge: 0 });
    }
    // Three attempts at each that stays broken, two at one, one at the rest.
    expect((await judge.asked()) - before).toBe(
      3 * BROKEN.length - 2 + 2 * BROKEN.length * 3 + 3 * 3,
    );
    // Nothing but verdicts is kept.
    expect(own.list('.whichtool/judge').filter((name) => name.endsWith('.json'))).toHaveLength(7);
  });

  it('is asked again while it is down, busy or cut off, and then left out', async () => {
    const words = [...Object.keys(OUTAGES), ...Object.keys(PASSING), ROUND];
    const own = project(suiteOf(), { files: rowsOf(words), env: NO_WAITS });
    const { code, report } = await own.measure();
    expect(code).toBe(3);
    for (const name of NAMES) {
      const one = evalsOf(report)[name]!;
      expect(casesBy(one)).toEqual({
        error: Object.keys(OUTAGES),
        pass: [...Object.keys(PASSING), ROUND],
      });
      expect(one.judge?.errors).toEqual({ JUDGE_ERROR: Object.keys(OUTAGES).length });
    }
    expect((await own.run('run')).stdout).toMatch(/not judged  \S/);
  });

  it('is not asked again after a key that it does not accept, which nothing repeats', async () => {
    const env = { ...NO_WAITS, JUDGE_KEY: 'sesame-sesame-1' };
    const own = project(suiteOf({ concurrency: 1, api_key_env: 'JUDGE_KEY' }), {
      files: rowsOf(['key', ROUND]),
      env,
    });
    const before = await judge.asked();
    const { code, report, bytes, stderr } = await own.measure('--record', 'kept', '--no-redact');
    expect(code).toBe(3);
    expect((await judge.asked()) - before).toBe(1);
    for (const name of NAMES)
      expect(casesBy(evalsOf(report)[name]!)).toEqual({ error: ['key', ROUND] });
    expect(bytes + stderr + own.read('kept/judge.jsonl')).not.toContain('sesame-sesame-1');
  });

  it('is another model: not comparable, and nothing more is asked', async () => {
    const own = project(suiteOf({ concurrency: 1 }), { files: rowsOf(['drifted', ROUND]) });
    const before = await judge.asked();
    const { code, report } = await own.measure();
    expect(code).toBe(3);
    expect((await judge.asked()) - before).toBe(1);
    for (const name of NAMES) {
      expect(evalsOf(report)[name]!.judge?.errors).toEqual({ JUDGE_DRIFT: 2 });
      expect(casesBy(evalsOf(report)[name]!)).toEqual({ error: ['drifted', ROUND] });
    }
    const said = (await own.run('run')).stdout;
    expect(said).toContain('gpt-4o-2024-05-13 answered');
  });
});
