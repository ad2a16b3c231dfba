import type { Text } from '../document/index.ts';

/** One thing that went wrong in a run. */
export interface Outcome {
  /** `get_order_history (expected get_order_status)`. */
  readonly text: Text;
  /** What runs that failed alike have in common: `get_order_history for get_order_status`. */
  readonly kind: Text;
}
