import type { ExpectedTools } from '../tools/expected-tools.ts';
import type { Issue } from '../issues/issue.ts';
import type { RequesterCount } from '../calls/requester.ts';

/** The report of a test or an eval, and what of it is only summed. */
export interface Finished<T> {
  readonly report: T;
  readonly calls: number;
  readonly remarks: readonly string[];
  readonly warnings?: readonly Issue[];
  /** The calls of the requesters that the suite names. */
  readonly requesters: readonly RequesterCount[];
  /** The tools that runs are expected to call; null: too many. */
  readonly expected: readonly ExpectedTools[] | null;
  /** How many runs record all tools that they were offered. */
  readonly offers: number;
}
