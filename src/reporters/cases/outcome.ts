import type { Text } from '../document/index.ts';

/** One thing that went wrong in a run. */
export interface Outcome {
  /** `get_order_history (expected get_order_status)`. */
  readonly text: Text;
  /** What runs that failed alike have in common: `get_order_history for get_order_status`. */
  readonly kind: Text;
}

/** An outcome whose text is put together when it is shown: of most runs only the kind is counted. */
export function outcomeOf(kind: Text, text: () => Text): Outcome {
  return {
    kind,
    get text() {
      return text();
    },
  };
}
