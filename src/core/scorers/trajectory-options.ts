import type { RelaxationOptions } from '../arguments/argument-rules.ts';
import type { ExpectedCallSpec } from '../calls/expectation.ts';

/** What `trajectory` is compiled from. */
export interface TrajectoryOptions extends RelaxationOptions {
  readonly expected: readonly ExpectedCallSpec[];
  readonly match?: 'exact' | 'in_order' | 'any_order' | 'unordered' | 'subset';
  readonly arguments?: 'exact' | 'ignore' | 'subset' | 'superset';
}
