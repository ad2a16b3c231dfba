import { expectedCallKeys, expectedCalls } from '../../calls/expected-call-keys.ts';
import { about, closed, type Infer, oneOf } from '../../schema/schema.ts';

export const keys = {
  ...expectedCallKeys,
  order: about('Whether the calls must come in the expected order.', oneOf('strict', 'flexible')),
};

export const options = closed({ ...keys, expected: expectedCalls }, ['expected']);

/** What `tool_call_accuracy` is compiled from. */
export type ToolCallAccuracyOptions = Infer<typeof options>;
