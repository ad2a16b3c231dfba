import type { GateOp } from '#core';
import type { ThresholdFlag } from '#suite';
import { runError } from '#run';

const FLAG = /^([^\s<>=!]+)\s*(>=|<=|==|!=|>|<|=)\s*(\S+)$/;

/** The flags that set gates, as commander gives them. */
export interface LabelThresholds {
  readonly threshold: readonly string[];
  readonly thresholdName?: string;
  readonly thresholdArgsShape?: string;
  readonly thresholdArgsSemantic?: string;
}

const SHORT = {
  thresholdName: 'tool_name_match',
  thresholdArgsShape: 'tool_args_shape_match',
  thresholdArgsSemantic: 'tool_args_semantic',
} as const;

/** All gates of the command line, those that have a flag of their own last. */
export function parseThresholds(flags: LabelThresholds): readonly ThresholdFlag[] {
  const short = Object.entries(SHORT).flatMap(([flag, metric]) => {
    const value = flags[flag as keyof typeof SHORT];
    return value === undefined ? [] : [`${metric}=${value}`];
  });
  return [...flags.threshold, ...short].map(parseThreshold);
}

/** Parses `--threshold metric=value`; an operator may stand for the `=`, as in `failed.calls<=3`. */
export function parseThreshold(flag: string): ThresholdFlag {
  const match = FLAG.exec(flag);
  if (match === null) {
    throw runError('FLAG_THRESHOLD', `--threshold ${flag}: write it as metric=value`, {
      hint: 'for example tool_selection.f1=80; the metrics are listed by: whichtool metrics',
    });
  }
  const [, metric = '', op = '=', text = ''] = match;
  return { metric, op: op === '=' ? null : (op as GateOp), text };
}
