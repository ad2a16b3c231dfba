import type {
  ArgumentReport,
  ConfusedCell,
  ConfusionReading,
  ConfusionReport,
  EvalReport,
  FailureModeCounts,
  MutualConfusion,
  ToolExposure,
  ToolReport,
} from '#core';
import { anyText, listOf, pairOf } from './json-schema.ts';
import {
  count,
  type FieldsOf,
  number,
  numberOrNull,
  open,
  optional,
  pairOrNull,
  share,
} from './report-parts.ts';

const cell = open<ConfusedCell>({
  expected: anyText,
  observed: anyText,
  count,
  cases: listOf(anyText),
});

const reading = open<ConfusionReading>({
  expected: anyText,
  observed: anyText,
  count,
  text: anyText,
  fix: anyText,
});

const mutual = open<MutualConfusion>({
  tools: pairOf(anyText),
  shares: pairOf(share),
  rate: numberOrNull,
});

const tool = open<ToolReport>({
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
export const labelledEvalKeys: FieldsOf<
  Pick<EvalReport, 'confusion' | 'perTool' | 'failureModes' | 'perArgument' | 'exposure'>
> = {
  confusion: optional(
    open<ConfusionReport>({
      labels: listOf(anyText),
      matrix: listOf(listOf(count)),
      accuracy: share,
      cells: listOf(cell),
      mutual: optional(listOf(mutual)),
      readings: listOf(reading),
    }),
  ),
  perTool: optional(listOf(tool)),
  failureModes: optional(
    open<FailureModeCounts>({
      over_tooling: numberOrNull,
      under_tooling: numberOrNull,
      wrong_tool: numberOrNull,
      missed_tool: numberOrNull,
      unneeded_tool: numberOrNull,
      duplicate_call: numberOrNull,
      hallucinated_tool: numberOrNull,
      wrong_args_shape: numberOrNull,
      wrong_args_value: numberOrNull,
      unparsed_args: numberOrNull,
    }),
  ),
  perArgument: optional(
    listOf(
      open<ArgumentReport>({
        tool: anyText,
        argument: anyText,
        match: share,
        missing: count,
        otherType: count,
        otherValue: count,
        unexpected: count,
        unknown: optional(count),
      }),
    ),
  ),
  exposure: optional(
    listOf(
      open<ToolExposure>({
        tool: anyText,
        calls: count,
        values: count,
        cases: count,
        unrecorded: count,
      }),
    ),
  ),
};
