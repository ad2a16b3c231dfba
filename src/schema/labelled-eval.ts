import type {
  ConfusedCell,
  ConfusionReading,
  ConfusionReport,
  EvalReport,
  FailureModeCounts,
  MutualConfusion,
  ToolExposure,
  ToolReport,
} from '#core';
import { type Keys, listOf, type Schema } from './json-schema.ts';
import { anyText, count, number, numberOrNull, open, pairOrNull, share } from './report-parts.ts';

const cell: Schema = open<ConfusedCell>({
  expected: anyText,
  observed: anyText,
  count,
  cases: listOf(anyText),
});

const reading: Schema = open<ConfusionReading>({
  expected: anyText,
  observed: anyText,
  count,
  text: anyText,
  fix: anyText,
});

const mutual: Schema = open<MutualConfusion>({
  tools: listOf(anyText),
  shares: listOf(share),
  rate: numberOrNull,
});

const tool: Schema = open<ToolReport>({
  tool: anyText,
  support: count,
  predicted: count,
  correct: count,
  recall: numberOrNull,
  precision: numberOrNull,
  f1: numberOrNull,
  interval: pairOrNull,
  cost: number,
});

/** What an eval over labels reports beside its scores. */
export const labelledEvalKeys: Keys<
  Pick<EvalReport, 'confusion' | 'perTool' | 'failureModes' | 'exposure'>
> = {
  confusion: open<ConfusionReport>({
    labels: listOf(anyText),
    matrix: listOf(listOf(count)),
    accuracy: share,
    cells: listOf(cell),
    mutual: listOf(mutual),
    readings: listOf(reading),
  }),
  perTool: listOf(tool),
  failureModes: open<FailureModeCounts>({
    over_tooling: count,
    under_tooling: count,
    wrong_tool: count,
    missed_tool: count,
    unneeded_tool: count,
    duplicate_call: count,
    hallucinated_tool: numberOrNull,
    wrong_args_shape: count,
    wrong_args_value: count,
    unparsed_args: count,
  }),
  exposure: listOf(
    open<ToolExposure>({
      tool: anyText,
      calls: count,
      values: count,
      cases: count,
      unrecorded: count,
    }),
  ),
};
