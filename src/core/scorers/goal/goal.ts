import { type GoalQuestion, openGap } from '../../judge/index.ts';
import { metricValue } from '../../metrics/metric.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CompiledScorer } from '../../scoring/scorer.ts';
import { ANSWER_TALLY, JudgedAnswer } from '../../judge/judged-answer.ts';
import { keys, options } from './options.ts';

/** Whether the agent reached what the user wanted. */
export const goal = defineScorer({
  name: 'goal',
  version: 1,
  summary:
    'Whether the agent reached what the user wanted, by a judge that sees all calls and results',
  options,
  suite: {
    keys,
    templates: { reference: 'text' },
    fromRow: { option: 'reference', key: 'reference', isOptional: true },
    block: 'Whether the goal of the user was reached, by a judge.',
    entry: 'Whether the goal of the user was reached, by a judge.',
  },
  metrics: {
    'goal.achieved': {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      judgedBy: 'goal',
      summary: 'share of runs whose goal was reached; not measured while a run waits for a judge',
      derive: ({ achieved = 0, open = 0 }, runs) =>
        runs === 0 || open > 0 ? null : metricValue('ratio', achieved, runs),
      gap: (tally, runs) =>
        openGap(tally, { num: tally.achieved ?? 0, den: runs, more: tally.open ?? 0 }),
    },
  },
  defaultGates: [{ metric: 'goal.achieved', op: '==', value: 1 }],
  tallyKeys: ['achieved', ...ANSWER_TALLY],
  isJudged: true,
  needsJudge: true,
  compile: ({ reference = null as string | null }, { rulings }): CompiledScorer =>
    new JudgedAnswer<GoalQuestion>(
      {
        scorer: goal,
        slots: ['the goal'],
        ends: { worst: { tally: { achieved: 0 } }, best: { tally: { achieved: 1 } } },
        ask: (run, redact) => ({
          kind: 'goal',
          run,
          reference: reference === null ? null : redact(reference),
        }),
        score: ({ achieved }) => ({
          tally: { achieved: achieved ? 1 : 0 },
          sample: null,
          perfect: achieved,
          hits: [achieved ? 1 : 0],
        }),
        explain: ({ reason }) => `the judge says: ${reason}`,
      },
      rulings,
    ),
});
