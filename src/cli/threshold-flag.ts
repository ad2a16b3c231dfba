import { type GateOp, UserError } from '#core';
import type { ThresholdFlag } from '#suite';

const FLAG = /^([^\s<>=!]+)\s*(>=|<=|==|!=|>|<|=)\s*(\S+)$/;

/** Parses `--threshold metric=value`; an operator may stand for the `=`, as in `failed.calls<=3`. */
export function parseThreshold(flag: string): ThresholdFlag {
  const match = FLAG.exec(flag);
  if (match === null) {
    throw new UserError([
      {
        code: 'FLAG_THRESHOLD',
        severity: 'error',
        message: `--threshold ${flag}: write it as metric=value`,
        where: null,
        hint: 'for example tool_selection.f1=80; the metrics are listed by: whichtool metrics',
      },
    ]);
  }
  const [, metric = '', op = '=', text = ''] = match;
  return { metric, op: op === '=' ? null : (op as GateOp), text };
}
