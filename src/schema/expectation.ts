import {
  about,
  closed,
  flag,
  type Infer,
  integerFrom,
  listOf,
  mapOf,
  ofType,
  pairOf,
} from './json-schema.ts';

/** A number, or a percent such as `80%`; which ones fit depends on the metric's unit. */
const gateValue = ofType('number', 'string');

export const matcher = closed({
  '>=': about('At least this.', gateValue),
  '>': about('More than this.', gateValue),
  '<=': about('At most this.', gateValue),
  '<': about('Less than this.', gateValue),
  '==': about('Exactly this.', gateValue),
  '!=': about('Anything but this.', gateValue),
  between: about('From the first value to the second, both included.', pairOf(gateValue)),
  certify: about(
    'Also ask that the lower bound of the 95 % interval meets the value (>= and > on proportions).',
    flag,
  ),
  corrected: about(
    'Also ask that the lower limit of what people would say, by the calibration of the judge, meets the value (>= and > on answer.pass and goal.achieved).',
    flag,
  ),
  min_support: about(
    'Of a gate on single tools (per_tool.*): only tools that are expected this often; default 1.',
    integerFrom(1),
  ),
});

/** The gates of a block, a test or an eval. */
export const expectation = listOf(mapOf(matcher));

/** What must hold for one metric; several operators in one map must all hold. */
export type MatcherDocument = Infer<typeof matcher>;

/** Metric to matcher, one or more in each item. */
export type ExpectDocument = Infer<typeof expectation>;
