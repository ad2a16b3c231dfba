import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Accumulator } from '../measure/accumulator.ts';
import { call, prepared, traceOf } from '../fixtures/calls.ts';
import { SECRETS_ONLY } from '../redaction/index.ts';
import { isPerfect } from '../scoring/score-run.ts';
import { findScorer } from '../scorers/index.ts';
import type { Trace } from '../trace/trace.ts';
import type { JudgeAnswer } from './judge-answer.ts';
import { type Question, questionKey } from './question.ts';
import { ruleOf } from './ruling.ts';
import type { Rulings } from './rulings.ts';
import { type Grade, GRADES, type JudgeVerdict } from './verdict.ts';

/** What a judge says: a grade, or nothing. Every kind of verdict follows from a grade. */
type Said = Grade | null;

function verdictOf(question: Question, grade: Grade): JudgeVerdict {
  const reason = 'because';
  if (question.kind === 'goal') return { kind: 'goal', achieved: grade === 1, reason };
  if (question.kind === 'arguments') return { kind: 'arguments', score: grade, reason };
  const statements = question.statements.map(({ id }) => ({ id, met: grade === 1, reason }));
  return { kind: 'answer', score: question.rubric === null ? null : grade, statements, reason };
}

const JUDGED: readonly (readonly [name: string, options: object, metric: string])[] = [
  [
    'tool_args_semantic',
    { label: { expected_tool: 'refund', expected_args: { order: 'A-1' } } },
    'tool_args_semantic',
  ],
  ['answer', { rubric: 'kind', must: ['short'], must_not: [] }, 'answer.pass'],
  ['answer', { rubric: 'kind', criteria: ['short'] }, 'answer.score'],
  ['goal', {}, 'goal.achieved'],
];

/** Runs with arguments that are equal, of another spelling or of a wrong shape, some without an answer. */
const aRun = fc.record({
  tool: fc.constantFrom('refund', 'refund', 'cancel'),
  order: fc.constantFrom<unknown>('A-1', 'a1', 'a 1', 7),
  output: fc.constantFrom<unknown>('done', 'not done', null),
});
const aSaid = fc.constantFrom<Said>(...GRADES, null);
const aCase = fc.record({
  runs: fc.array(aRun, { minLength: 1, maxLength: 4 }),
  jurors: fc.integer({ min: 1, max: 4 }),
  quorum: fc.integer({ min: 1, max: 4 }),
  said: fc.array(aSaid, { minLength: 16, maxLength: 16 }),
  lost: fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
});

/** The rulings of a jury that says these things, question by question. */
function rulingsOf(said: readonly Said[], jurors: number, quorum: number): Rulings {
  const places = new Map<string, number>();
  return {
    redaction: SECRETS_ONLY,
    of: (question) => {
      const key = questionKey(question);
      const place = places.get(key) ?? places.size;
      places.set(key, place);
      const answers = Array.from({ length: jurors }, (_, i): JudgeAnswer => {
        const grade = said[(place * jurors + i) % said.length]!;
        const usual = { judge: `judge ${i}`, answeredBy: null, usage: null };
        return grade === null
          ? { ...usual, verdict: null, error: { code: 'JUDGE_ERROR', message: 'lost' } }
          : { ...usual, verdict: verdictOf(question, grade), error: null };
      });
      return ruleOf(answers, Math.min(quorum, jurors));
    },
  };
}

/** A metric over runs, null where it is not measured, and whether each run is perfect. */
function measure(
  [name, options, metric]: (typeof JUDGED)[number],
  traces: readonly Trace[],
  rulings: Rulings,
): { readonly value: number | null; readonly perfect: readonly (boolean | null)[] } {
  const compiled = findScorer(name)!.compile(options, { rulings });
  const sum = new Accumulator(compiled.scorer);
  const perfect = traces.map((trace, order) =>
    isPerfect(sum.add(order, compiled, prepared(trace.calls), trace)),
  );
  const { metrics } = sum.report(null, (run) => ({ run: run + 1 }));
  return { value: metrics[metric] ?? null, perfect };
}

const tracesOf = (runs: readonly { tool: string; order: unknown; output: unknown }[]): Trace[] =>
  runs.map(({ tool, order, output }) =>
    traceOf([call(tool, { order: order as string })], {
      input: 'please',
      output: output as string,
    }),
  );

describe.each(JUDGED)('%s %o %s', (...judged) => {
  it('is never better with fewer answers', () => {
    fc.assert(
      fc.property(aCase, ({ runs, jurors, quorum, said, lost }) => {
        const traces = tracesOf(runs);
        const whole = measure(judged, traces, rulingsOf(said, jurors, quorum));
        const left = said.map((item, i) => (lost[i] ? null : item));
        const damaged = measure(judged, traces, rulingsOf(left, jurors, quorum));
        // A figure stays as it is or is not measured; so does what a run is.
        if (damaged.value !== null) expect(damaged.value).toBe(whole.value);
        damaged.perfect.forEach((perfect, i) => {
          if (perfect === true) expect(whole.perfect[i]).toBe(true);
        });
      }),
    );
  });
});
