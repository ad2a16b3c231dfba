import { type GoalQuestion, openGap } from '../judge/index.ts';
import { metricValue } from '../metrics/metric.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { ANSWER_TALLY, JudgedAnswer } from './judged-answer.ts';

/** What `goal` is compiled from. */
export interface GoalOptions {
  /** What should have come out; left out: the judge derives it from what the user said. */
  readonly reference?: string;
}

/** Whether the agent reached what the user wanted. */
export const goal: Scorer<GoalOptions> = {
  name: 'goal',
  version: 1,
  summary:
    'Whether the agent reached what the user wanted, by a judge that sees all calls and results',
  metrics: [
    {
      id: 'goal.achieved',
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      judgedBy: 'goal',
      summary: 'share of runs whose goal was reached; not measured while a run waits for a judge',
    },
  ],
  defaultGates: [{ metric: 'goal.achieved', op: '==', value: 1 }],
  meanMetric: null,
  tallyKeys: ['achieved', ...ANSWER_TALLY],
  showsArguments: false,
  rowOption: { option: 'reference', key: 'reference', isOptional: true },
  isJudged: true,
  compile: ({ reference = null as string | null }, { rulings }) =>
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
  derive: ({ achieved = 0, open = 0 }, runs) => [
    runs === 0 || open > 0 ? null : metricValue('ratio', achieved, runs),
  ],
  gaps: (tally, runs) => [
    openGap(tally, { num: tally.achieved ?? 0, den: runs, more: tally.open ?? 0 }),
  ],
  isVacuous: () => false,
};
