import { expectedCallKeys, expectedCalls } from '../../calls/expected-call-keys.ts';
import { about, closed, type Infer, oneOf } from '../../schema/schema.ts';

export const keys = {
  ...expectedCallKeys,
  match: about(
    'How the calls must relate to the expected ones.',
    oneOf('exact', 'in_order', 'any_order', 'unordered', 'subset'),
  ),
  arguments: about(
    "How a call's arguments must relate to the expected ones.",
    oneOf('exact', 'ignore', 'subset', 'superset'),
  ),
};

export const options = closed({ ...keys, expected: expectedCalls }, ['expected']);

/** What `trajectory` is compiled from. */
export type TrajectoryOptions = Infer<typeof options>;
