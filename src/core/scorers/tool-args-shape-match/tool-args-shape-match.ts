import {
  type ArgumentsRule,
  ComparedArguments,
  type ComparedCase,
  type Comparison,
  countPairs,
} from '../../labels/compared-arguments.ts';
import { LabelReader, overLabels } from '../../labels/labelled-case.ts';
import { metricValue } from '../../metrics/metric.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CompiledScorer, Tally } from '../../scoring/scorer.ts';
import { FirstCallShape } from './first-call-shape.ts';
import { keys, options, type ToolArgsShapeOptions } from './options.ts';

/** Whether labelled arguments have the same keys and types. */
export const toolArgsShapeMatch = defineScorer({
  name: 'tool_args_shape_match',
  version: 1,
  summary: 'Whether the arguments have the labelled keys and types, where the tool is right',
  options,
  suite: {
    keys,
    alias: 'tool_args_shape',
    entry: 'Whether arguments have the labelled shape.',
  },
  metrics: {
    tool_args_shape_match: {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of rightly chosen calls whose arguments have the same shape',
      derive: ({ same_shape = 0, pairs = 0 }) =>
        pairs === 0 ? null : metricValue('ratio', same_shape, pairs),
    },
  },
  tallyKeys: ['same_shape', 'pairs'],
  reads: 'calls',
  showsArguments: true,
  isLabelDefault: true,
  ...overLabels<ToolArgsShapeOptions>((values, services) => {
    const reader = new LabelReader(values, services);
    if (values.over === 'first_call')
      return (row): CompiledScorer => new FirstCallShape(toolArgsShapeMatch, reader.read(row));
    const rule: ArgumentsRule = {
      scorer: toolArgsShapeMatch,
      isRight: hasSameShape,
      count: values.over === 'all' ? countCase : countCalls,
    };
    return (row): CompiledScorer => new ComparedArguments(rule, reader.read(row));
  }),
});

function countCalls({ pairs }: ComparedCase): Tally {
  return { same_shape: countPairs(pairs, hasSameShape), pairs: pairs.length };
}

/** Every case with labelled arguments counts once, one with a wrong tool as wrong. */
function countCase({ pairs, unpaired }: ComparedCase): Tally {
  const isLabelled = pairs.length + unpaired > 0;
  const isRight = unpaired === 0 && countPairs(pairs, hasSameShape) === pairs.length;
  return { same_shape: isLabelled && isRight ? 1 : 0, pairs: isLabelled ? 1 : 0 };
}

function hasSameShape(comparison: Comparison): boolean {
  return comparison !== 'wrong_shape';
}
