import { type AnswerQuestion, openGap } from '../../judge/index.ts';
import { metricValue } from '../../metrics/metric.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CompiledScorer, Ratio } from '../../scoring/scorer.ts';
import { ANSWER_TALLY, JudgedAnswer } from '../../judge/judged-answer.ts';
import { Rubric, gradeOf, explainPart } from './rubric.ts';
import { keys, options } from './options.ts';

/** How good final answers are by a rubric. */
export const answer = defineScorer({
  name: 'answer',
  version: 1,
  summary: 'How good the final answer is by a rubric, by a judge that sees all calls and results',
  options,
  suite: {
    keys,
    someOf: ['rubric', 'criteria', 'must', 'must_not'],
    templates: { rubric: 'text', criteria: 'criteria', must: 'texts', must_not: 'texts' },
    block: 'How good the final answer is, by a judge.',
    entry: 'How good final answers are, by a judge.',
  },
  metrics: {
    'answer.score': {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary:
        'mean over runs of the weighted share of what the answer has; not measured while a run waits for a judge',
      // The mean is known only to be one: its range comes from both ends of the open runs.
      gap: (tally) => openGap(tally, { num: 0, den: 1, more: 1 }),
    },
    'answer.pass': {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      judgedBy: 'answer',
      summary:
        'share of runs whose answer reaches `pass_at`, with all that it must and nothing that it must not have',
      derive: ({ passed = 0, open = 0 }, runs) =>
        runs === 0 || open > 0 ? null : metricValue('ratio', passed, runs),
      gap: (tally, runs) =>
        openGap(tally, { num: tally.passed ?? 0, den: runs, more: tally.open ?? 0 }),
    },
  },
  defaultGates: [{ metric: 'answer.pass', op: '==', value: 1 }],
  tallyKeys: ['passed', ...ANSWER_TALLY],
  isJudged: true,
  needsJudge: true,
  compile: (values, { rulings }): CompiledScorer => {
    const rubric = new Rubric(values);
    const at = (sample: Ratio, passed: number): { tally: { passed: number }; sample: Ratio } => ({
      tally: { passed },
      sample,
    });
    return new JudgedAnswer<AnswerQuestion>(
      {
        scorer: answer,
        slots: rubric.parts.map(({ name }) => name),
        ends: { worst: at({ num: 0, den: 1 }, 0), best: at({ num: 1, den: 1 }, 1) },
        ask: (run, redact) => ({
          kind: 'answer',
          run,
          rubric: values.rubric === undefined ? null : redact(values.rubric),
          statements: rubric.statements.map(({ id, text }) => ({ id, text: redact(text) })),
        }),
        score: (verdict) => {
          const { sample, passes } = rubric.grade(verdict);
          return {
            ...at(sample, passes ? 1 : 0),
            perfect: passes,
            hits: rubric.parts.map((part) => (gradeOf(part, verdict) === 1 ? 1 : 0)),
          };
        },
        explain: (verdict, slot) => explainPart(rubric.parts[slot]!, verdict),
      },
      rulings,
    );
  },
});
