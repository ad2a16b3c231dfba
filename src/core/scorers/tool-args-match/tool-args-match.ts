import {
  type ArgumentsRule,
  ComparedArguments,
  type Comparison,
  countPairs,
} from '../../labels/compared-arguments.ts';
import { labelKeys, labelOptions } from '../../labels/label-keys.ts';
import { type LabelOptions, LabelReader, overLabels } from '../../labels/labelled-case.ts';
import { metricValue } from '../../metrics/metric.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';

/** Whether labelled arguments are equal. */
export const toolArgsMatch = defineScorer({
  name: 'tool_args_match',
  version: 1,
  summary: 'Whether the arguments are the labelled ones, where the tool is right',
  options: labelOptions,
  suite: { keys: labelKeys, entry: 'Whether the labelled arguments were given.' },
  metrics: {
    tool_args_match: {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of rightly chosen calls whose arguments are equal',
      derive: ({ equal = 0, pairs = 0 }) =>
        pairs === 0 ? null : metricValue('ratio', equal, pairs),
    },
  },
  tallyKeys: ['equal', 'pairs'],
  reads: 'calls',
  showsArguments: true,
  isLabelDefault: true,
  ...overLabels<LabelOptions>((options, services) => {
    const reader = new LabelReader(options, services);
    const rule: ArgumentsRule = {
      scorer: toolArgsMatch,
      isRight: isEqual,
      count: ({ pairs }) => ({ equal: countPairs(pairs, isEqual), pairs: pairs.length }),
    };
    return (row) => new ComparedArguments(rule, reader.read(row));
  }),
});

function isEqual(comparison: Comparison): boolean {
  return comparison === 'equal';
}
