import { describe, expect, it } from 'vitest';
import { Accumulator } from '../measure/accumulator.ts';
import { call, prepared, traceOf } from '../fixtures/calls.ts';
import type { JsonObject } from '../json/json.ts';
import { SECRETS_ONLY } from '../redaction/index.ts';
import type { ScoreReport } from '../report/report.ts';
import { isPerfect } from '../scoring/score-run.ts';
import { findScorer } from '../scorers/index.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import type { Question } from './question.ts';
import type { Ruling } from './ruling.ts';
import type { Rulings } from './rulings.ts';
import type { JudgeVerdict } from './verdict.ts';

const said = (verdict: JudgeVerdict): Ruling => ({ verdict, error: null, isSplit: false });
const failed = (code: string): Ruling => ({
  verdict: null,
  error: { code, message: 'the judge is out' },
  isSplit: false,
});
const judge = (of: (question: Question) => Ruling | null): Rulings => ({
  redaction: SECRETS_ONLY,
  of,
});

const label = { expected_tool: 'refund', expected_args: { order: 'A-1', note: 'late' } };
const refund = (note: string, more: JsonObject = {}): readonly ToolCall[] => [
  call('refund', { order: 'A-1', note, ...more }),
];

/** Grades notes by what they say: `same` is 1, `half` 0.5, `other` 0, and `lost` gets no answer. */
const byNote = judge((question) => {
  const note = question.kind === 'arguments' ? (question.actual.note as string) : '';
  if (note === 'lost') return failed('JUDGE_ERROR');
  if (note === 'unasked') return null;
  const score = note === 'same' ? 1 : note === 'half' ? 0.5 : 0;
  return said({ kind: 'arguments', score, reason: `it is ${note}` });
});

function reportOf(
  name: string,
  options: object,
  traces: readonly Trace[],
  rulings?: Rulings,
): {
  readonly report: ScoreReport;
  readonly perfect: readonly (boolean | null)[];
  readonly sum: Accumulator;
} {
  const services = rulings === undefined ? {} : { rulings };
  const compiled = findScorer(name)!.compile(options, services);
  const sum = new Accumulator(compiled.scorer);
  const perfect = traces.map((trace, order) =>
    isPerfect(sum.add(order, compiled, prepared(trace.calls), trace)),
  );
  return { report: sum.report(null, (run) => ({ run: run + 1 })), perfect, sum };
}

const semantic = (notes: readonly string[], rulings?: Rulings): ReturnType<typeof reportOf> =>
  reportOf(
    'tool_args_semantic',
    { label },
    notes.map((note) => traceOf(refund(note))),
    rulings,
  );

describe('the meaning of arguments', () => {
  it('is the mean of 1 for equal, 0 for a wrong shape, and what the judge gives', () => {
    const traces = [
      ...['late', 'same', 'half', 'other'].map((note) => traceOf(refund(note))),
      traceOf([call('refund', { order: 'A-1' })]),
    ];
    const { report, perfect } = reportOf('tool_args_semantic', { label }, traces, byNote);
    // (1 + 1 + 0.5 + 0 + 0) / 5
    expect(report.metrics).toEqual({ tool_args_semantic: 0.5 });
    expect(report.tally).toMatchObject({
      equal: 1,
      judged: 3,
      halves: 3,
      wrong_shape: 1,
      pairs: 5,
    });
    expect(perfect).toEqual([true, true, false, false, false]);
    expect(report.judged).toBe(true);
  });

  it('asks nothing about equal arguments, wrong shapes and other tools', () => {
    const asked: Question[] = [];
    const compiled = findScorer('tool_args_semantic')!.compile({ label }, { rulings: byNote });
    for (const calls of [
      refund('late'),
      [call('refund', { order: 1 })],
      [call('other', {})],
      refund('same'),
    ])
      asked.push(...compiled.questions!(calls, traceOf(calls, { input: 'please' })));
    expect(asked).toEqual([
      {
        kind: 'arguments',
        input: 'please',
        tool: { name: 'refund', description: null, input_schema: null },
        expected: { order: 'A-1', note: 'late' },
        actual: { order: 'A-1', note: 'same' },
      },
    ]);
  });

  it('is not measured while an answer is missing, and never 0 or 1', () => {
    const { report, perfect, sum } = semantic(['late', 'same', 'lost', 'unasked'], byNote);
    expect(report.metrics).toEqual({ tool_args_semantic: null });
    expect(report.tally).toMatchObject({ judge_errors: 1, needs_judge: 1 });
    expect(perfect).toEqual([true, true, null, null]);
    // Two of four are right, the others may be anything.
    expect(sum.gaps().get('tool_args_semantic')).toMatchObject({
      runs: 2,
      low: { num: 4n, den: 8n },
      high: { num: 8n, den: 8n },
    });
    expect(
      report.calls.map(({ verdict, hint }) => [verdict, hint?.includes('the judge is out')]),
    ).toContainEqual(['unjudged', true]);
  });

  it('of a case that is wrong anyway is wrong, whatever a judge would say', () => {
    const calls = [
      { tool: 'refund', args: { order: 'A-1' } },
      { tool: 'mail', args: { to: 'x' } },
    ];
    const trace = traceOf([call('refund', { order: 'B' }), call('mail', { to: 1 })]);
    const { perfect } = reportOf(
      'tool_args_semantic',
      { label: { expected_calls: calls } },
      [trace],
      byNote,
    );
    expect(perfect).toEqual([false]);
  });

  it('quotes the reason of the judge', () => {
    const [item] = semantic(['half'], byNote).report.calls;
    expect(item?.verdict).toBe('mismatch');
    expect(item?.hint).toContain('the judge gives 0.5: it is half');
  });

  it('quotes what it says of single arguments that it does not find right', () => {
    const rulings = judge(() =>
      said({
        kind: 'arguments',
        score: 0.5,
        reason: 'partly',
        each: [
          { argument: 'order', score: 1, reason: 'equal' },
          { argument: 'note', score: 0.5, reason: 'weaker' },
        ],
      }),
    );
    const [item] = semantic(['half'], rulings).report.calls;
    expect(item?.hint).toContain('the judge gives 0.5: partly; note 0.5 (weaker)');
  });

  it('asks no judge about arguments with secrets, and is not measured there', () => {
    const asked: Question[] = [];
    const rulings = judge((question) => {
      asked.push(question);
      return failed('JUDGE_ERROR');
    });
    const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
    const { report, perfect } = semantic([key], rulings);
    expect(asked).toEqual([]);
    expect(perfect).toEqual([null]);
    expect(report.tally).toMatchObject({ needs_judge: 1, judge_errors: 0 });
  });
});

const answered = (output: string, calls: readonly ToolCall[] = []): Trace =>
  traceOf(calls, { input: 'when is it?', output });

describe('an answer', () => {
  const options = {
    rubric: 'names the date',
    criteria: [{ criterion: 'is polite', weight: 2 }],
    must: ['cites a source'],
    must_not: ['promises a refund'],
    pass_at: 0.6,
  };
  const verdict = (score: 1 | 0.5 | 0, ...met: readonly boolean[]): JudgeVerdict => ({
    kind: 'answer',
    score,
    reason: 'so it is',
    statements: met.map((item, i) => ({
      id: ['s1', 's2', 'not3'][i] ?? '',
      met: item,
      reason: `reason ${i + 1}`,
    })),
  });
  const score = (...verdicts: readonly (JudgeVerdict | null)[]): ReturnType<typeof reportOf> => {
    const left = new Map(verdicts.map((verdict, i) => [`answer ${i}`, verdict]));
    const rulings = judge((question) => {
      const item = question.kind === 'answer' ? left.get(question.run.output as string) : null;
      return item ? said(item) : failed('JUDGE_BUDGET');
    });
    return reportOf(
      'answer',
      options,
      verdicts.map((_, i) => answered(`answer ${i}`)),
      rulings,
    );
  };

  it('scores the weighted share of what it has', () => {
    // Weights 1 + 2 + 1 + 1: all of it; 0.5 + 0 + 1 + 1 = 2.5 of 5; 1 + 2 + 1 + 0 = 4 of 5.
    const { report, perfect } = score(
      verdict(1, true, true, false),
      verdict(0.5, false, true, false),
      verdict(1, true, true, true),
    );
    expect(report.metrics).toEqual({ 'answer.score': 0.7667, 'answer.pass': 0.3333 });
    expect(perfect).toEqual([true, false, false]);
    expect(report.misses.items).toContainEqual({
      run: 3,
      expected: 'must not: promises a refund',
      hint: 'the judge says: reason 3',
    });
  });

  it('passes from `pass_at` on, but never without what it must have', () => {
    expect(score(verdict(0, true, true, false)).perfect).toEqual([true]);
    expect(score(verdict(1, true, false, false)).perfect).toEqual([false]);
  });

  it('is not measured while a verdict is missing, and fails where it fails in any case', () => {
    const { report, perfect, sum } = score(verdict(0, false, false, true), null);
    expect(report.metrics).toEqual({ 'answer.score': null, 'answer.pass': null });
    expect(perfect).toEqual([false, null]);
    expect(sum.gaps().get('answer.pass')).toMatchObject({ high: { num: 1n, den: 2n } });
    expect(sum.gaps().get('answer.score')).toMatchObject({ high: { num: 5n, den: 10n } });
    expect(report.misses.items.at(-1)).toEqual({
      run: 2,
      expected: 'the judge is out',
      unjudged: true,
    });
    expect(report.notMeasured?.['answer.pass']).toBe('1 of 2 runs has no verdict of the judge');
  });

  it('that was not recorded is not measured, and no judge is asked', () => {
    const rulings = judge(() => {
      throw new Error('asked');
    });
    const trace = traceOf([call('search')], { input: 'when?' });
    const compiled = findScorer('answer')!.compile(options, { rulings });
    expect(compiled.questions!(trace.calls, trace)).toEqual([]);
    const { report } = reportOf('answer', options, [trace], rulings);
    expect(report.metrics['answer.score']).toBeNull();
    expect(report.misses.items[0]?.expected).toContain('no final answer');
  });

  it.each([{}, { criteria: [{ criterion: 'x', weight: 0 }] }])('refuses %j', (bad) => {
    expect(() => findScorer('answer')!.compile(bad, {})).toThrow(/answer/);
  });
});

describe('a judge of answers', () => {
  const question = (trace: Trace): Question => {
    const rulings = judge(() => null);
    const [item] = findScorer('goal')!.compile({ reference: 'a date' }, { rulings }).questions!(
      trace.calls,
      trace,
    );
    return item!;
  };

  it('sees all calls with their results, and what was said, in order', () => {
    const calls = [
      call('search', { q: 'date' }, { id: 'c1', turn: 1, status: 'ok' }),
      call('fetch', '{', { turn: 2, result: 'page', status: 'error' }),
    ];
    const trace = traceOf(calls, {
      input: 'when?',
      output: 'on Monday',
      said: [
        { role: 'assistant', text: 'let me look', turn: 1 },
        { role: 'tool', text: 'found it', turn: 1, id: 'c1' },
        // Said after the first answer, and before the second.
        { role: 'user', text: 'and?', turn: 1 },
      ],
    });
    expect(question(trace)).toEqual({
      kind: 'goal',
      reference: 'a date',
      run: {
        input: 'when?',
        steps: [
          { role: 'assistant', text: 'let me look' },
          { call: 'search', arguments: { q: 'date' }, status: 'ok', result: 'found it' },
          { role: 'user', text: 'and?' },
          { call: 'fetch', arguments: '{', status: 'error', result: 'page' },
        ],
        output: 'on Monday',
        cut: 0,
      },
    });
  });

  it('sees results in the order of the calls, where several have one id', () => {
    const calls = [call('a', {}, { id: 'c', turn: 1 }), call('b', {}, { id: 'c', turn: 2 })];
    const said = ['first', 'second'].map((text, i) => ({
      role: 'tool' as const,
      text,
      turn: i + 1,
      id: 'c',
    }));
    const asked = question(traceOf(calls, { input: 'x', output: 'y', said }));
    const { run } = asked as Extract<Question, { kind: 'goal' }>;
    expect(run.steps.map(({ result }) => result)).toEqual(['first', 'second']);
  });

  it('sees results that name no call behind the calls of their turn', () => {
    const calls = [call('a', {}, { turn: 1 }), call('b', {}, { turn: 2 })];
    const said = ['first', 'second'].map((text, i) => ({
      role: 'tool' as const,
      text,
      turn: i + 1,
    }));
    const asked = question(traceOf(calls, { input: 'x', output: 'y', said }));
    const { run } = asked as Extract<Question, { kind: 'goal' }>;
    expect(run.steps).toMatchObject([
      { call: 'a' },
      { result: 'first' },
      { call: 'b' },
      { result: 'second' },
    ]);
  });

  it('sees a long run cut, with markers, the short texts whole', () => {
    const long = 'x'.repeat(200_000);
    const asked = question(answered('short', [call('read', {}, { result: long })]));
    const { run } = asked as Extract<Question, { kind: 'goal' }>;
    const [step] = run.steps;
    expect(run.output).toBe('short');
    const result = step?.result as string;
    expect(result).toMatch(/x \[\d+ characters left out\] x/);
    expect(result.length).toBeLessThan(61_000);
    expect(run.cut).toBeGreaterThan(139_000);
  });

  it('never sees a secret', () => {
    const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
    const trace = answered(`your key is ${key}`, [call('read', { token: key }, { result: key })]);
    expect(JSON.stringify(question(trace))).not.toContain(key);
  });
});

it('a goal is reached or not', () => {
  const rulings = judge((question) =>
    said({ kind: 'goal', achieved: JSON.stringify(question).includes('Monday'), reason: 'why' }),
  );
  const { report } = reportOf('goal', {}, [answered('on Monday'), answered('no idea')], rulings);
  expect(report.metrics).toEqual({ 'goal.achieved': 0.5 });
  expect(report.misses.items).toEqual([
    { run: 2, expected: 'the goal', hint: 'the judge says: why' },
  ]);
});
