import { containsRedacted, personalValues } from '../redaction/index.ts';
import type { ToolCall } from '../trace/trace.ts';
import type { Pairing } from './pairing.ts';

/** Personal values in the results of calls. */
export interface ExposedValues {
  /** Distinct values of the case; they never leave the scorer. */
  readonly values: ReadonlySet<string>;
  /** How many of the calls have a result that is not recorded, or from which something unknown was removed. */
  readonly unrecorded: number;
}

/** The calls that the label did not ask for: wrong tools, extras and calls where none is needed, in call order. */
export function unaskedCalls({ pairs, extras }: Pairing): readonly number[] {
  const wrong = pairs.flatMap(({ call, acceptable }) => (call === -1 || acceptable ? [] : [call]));
  return [...wrong, ...extras].sort((a, b) => a - b);
}

/** What results brought into the context of the model. */
export function exposedBy(calls: readonly ToolCall[]): ExposedValues {
  const values = new Set<string>();
  let unrecorded = 0;
  for (const { result } of calls) {
    if (result === undefined || containsRedacted(result)) unrecorded++;
    for (const value of personalValues(result ?? '')) values.add(value);
  }
  return { values, unrecorded };
}
