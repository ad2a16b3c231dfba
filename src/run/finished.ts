import type { Issue } from '#core';

/** The report of a test or an eval, and what of it is only summed. */
export interface Finished<T> {
  readonly report: T;
  readonly calls: number;
  readonly remarks: readonly string[];
  readonly warnings?: readonly Issue[];
}
