import { expectedCallKeys, expectedCalls } from '../../calls/expected-call-keys.ts';
import { about, closed, type Infer, oneOf } from '../../schema/schema.ts';

export const keys = {
  ...expectedCallKeys,
  count: about('Whether equal calls are counted once, or each.', oneOf('set', 'multiset')),
  compare: about('Compare whole calls, or only the tools.', oneOf('call', 'name')),
};

export const options = closed({ ...keys, expected: expectedCalls }, ['expected']);

/** What `tool_call_f1` is compiled from. */
export type ToolCallF1Options = Infer<typeof options>;
