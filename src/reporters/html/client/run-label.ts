import type { RunLabel } from '#core';
import { data, el } from './dom.ts';
import { formatNumber } from '../../values/value.ts';

/** `run 2`, or `case order-7`. */
export function runLabel(label: RunLabel): HTMLElement {
  return 'run' in label
    ? el('span', 'run', `run ${formatNumber(label.run)}`)
    : el('span', 'run', 'case ', data(label.case));
}

/** Whether two labels mean the same run or case. */
export function sameRun(a: RunLabel, b: RunLabel): boolean {
  return 'run' in a ? 'run' in b && a.run === b.run : 'case' in b && a.case === b.case;
}
