import { about, closed, flag, integerFrom, listOf, mapOf, type Schema } from './json-schema.ts';

/** What must hold for one metric; several operators in one map must all hold. */
export interface MatcherDocument {
  readonly '>='?: unknown;
  readonly '>'?: unknown;
  readonly '<='?: unknown;
  readonly '<'?: unknown;
  readonly '=='?: unknown;
  readonly '!='?: unknown;
  readonly between?: readonly unknown[];
  readonly certify?: boolean;
  readonly corrected?: boolean;
  readonly min_support?: number;
}

/** Metric to matcher, one or more in each item. */
export type ExpectDocument = readonly Readonly<Record<string, MatcherDocument>>[];

/** A number, or a percent such as `80%`; which ones fit depends on the metric's unit. */
const gateValue: Schema = { type: ['number', 'string'] };

export const matcher: Schema = closed<MatcherDocument>({
  '>=': about('At least this.', gateValue),
  '>': about('More than this.', gateValue),
  '<=': about('At most this.', gateValue),
  '<': about('Less than this.', gateValue),
  '==': about('Exactly this.', gateValue),
  '!=': about('Anything but this.', gateValue),
  between: about('From the first value to the second, both included.', {
    ...listOf(gateValue),
    minItems: 2,
    maxItems: 2,
  }),
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
export const expectation: Schema = listOf(mapOf(matcher));
